import {
  deadOutboxOf,
  type Mongo,
  type OutboxDocument,
  outboxDocument,
  type OutboxEvent,
  outboxOf,
  runInTransaction,
} from '@tributary/mongo';

/** The most that one read finds. */
const DOCUMENTS_PER_READ = 100;

/** An event to be published. */
export interface PendingEvent {
  readonly event: OutboxEvent;
  /** The document that holds it. */
  document: PendingDocument;
}

interface PendingDocument extends Pick<OutboxDocument, '_id' | 'order' | 'count'> {
  /** Those of its events that are neither acknowledged nor set aside. */
  readonly open: Set<PendingEvent>;
}

/** Events of one key keep their order; a key is only meaningful within its topic. */
export const keyOf = ({ topic, key }: Pick<OutboxEvent, 'topic' | 'key'>): string =>
  `${topic}\n${key}`;

/**
 * The oldest pending events, without those of topics that are being moved. They are found by state, never by a last-seen position, because
 * commits become visible out of order.
 */
export async function readPending(
  mongo: Mongo,
  held: ReadonlySet<string> = new Set(),
): Promise<{ readonly events: readonly PendingEvent[]; readonly isAll: boolean }> {
  const others = { events: { $elemMatch: { topic: { $nin: [...held] } } } };
  const found = await outboxOf(mongo.connection)
    .find({ pending: true, ...(held.size > 0 ? others : {}) })
    .sort({ order: 1, _id: 1 })
    .limit(DOCUMENTS_PER_READ)
    .toArray();
  if (!found.every((document) => 'events' in document)) {
    await rewriteEarlier(mongo, true);
    return readPending(mongo, held);
  }
  const documents = found.map(pendingDocument);
  const mixed = documents.filter(({ open }) =>
    [...open].some(({ event }) => held.has(event.topic)),
  );
  for (const document of mixed) await separate(mongo, document);
  if (mixed.length > 0) return readPending(mongo, held);
  return {
    events: documents.flatMap(({ open }) => [...open]),
    isAll: documents.length < DOCUMENTS_PER_READ,
  };
}

function pendingDocument({ _id, order, count, events }: OutboxDocument): PendingDocument {
  const document = { _id, order, count, open: new Set<PendingEvent>() };
  for (const event of events) document.open.add({ event, document });
  return document;
}

/** Documents of earlier versions are an event each. */
async function rewriteEarlier(mongo: Mongo, pending: boolean): Promise<void> {
  const event = {
    ...{ _id: '$_id', topic: '$topic', key: '$key', type: '$type', payload: '$payload' },
    ...{ correlationId: '$correlationId', traceparent: '$traceparent', occurredAt: '$occurredAt' },
  };
  const document = { _id: '$_id', order: '$order', pending: '$pending', events: [event], count: 1 };
  await outboxOf(mongo.connection).updateMany({ pending, events: { $exists: false } }, [
    { $replaceWith: document },
  ]);
}

/** Gives each open event of a document one of its own, which stands in the same place of the order. */
async function separate(mongo: Mongo, { _id, order, count, open }: PendingDocument): Promise<void> {
  if (count === 1) return;
  const outbox = outboxOf(mongo.connection);
  const alone = [...open].map(({ event }) => outboxDocument(order, [event]));
  await runInTransaction(mongo, async ({ session }) => {
    const { deletedCount } = await outbox.deleteOne({ _id }, { session });
    // Where it is gone, another instance has taken over.
    if (deletedCount === 1) await outbox.insertMany(alone, { session });
  });
  for (const one of open) {
    one.document = { _id: one.event._id, order, count: 1, open: new Set([one]) };
  }
}

/** Deletes the documents of which no event is left to publish. */
export async function deletePublished(
  mongo: Mongo,
  published: readonly PendingEvent[],
): Promise<void> {
  const done = new Set<string>();
  for (const one of published) {
    const { _id, open } = one.document;
    open.delete(one);
    if (open.size === 0) done.add(_id);
  }
  if (done.size === 0) return;
  await outboxOf(mongo.connection).deleteMany({ _id: { $in: [...done] } });
}

/** Holds events back until the refused event before them is resolved. */
export async function holdEvents(mongo: Mongo, events: readonly PendingEvent[]): Promise<void> {
  if (events.length === 0) return;
  for (const { document } of events) await separate(mongo, document);
  const ids = events.map(({ event }) => event._id);
  await outboxOf(mongo.connection).updateMany({ _id: { $in: ids } }, { $set: { pending: false } });
}

/**
 * Moves an event to the dead outbox. In this order a crash in between leaves it in both places, not
 * in none.
 */
export async function moveToDeadOutbox(
  mongo: Mongo,
  refused: PendingEvent,
  reason: string,
): Promise<void> {
  const { _id, ...facts } = refused.event;
  const { order } = refused.document;
  const dead = { ...facts, order, reason, refusedAt: mongo.clock.now() };
  await deadOutboxOf(mongo.connection).updateOne({ _id }, { $set: dead }, { upsert: true });
  await separate(mongo, refused.document);
  await outboxOf(mongo.connection).deleteOne({ _id });
}

interface KeyGroup {
  readonly _id: { readonly topic: string; readonly key: string };
}

/** The keys that wait behind a refused event. */
export async function findBlockedKeys(mongo: Mongo): Promise<Set<string>> {
  const stages = [{ $group: { _id: { topic: '$topic', key: '$key' } } }];
  const groups = await deadOutboxOf(mongo.connection).aggregate<KeyGroup>(stages).toArray();
  return new Set(groups.map(({ _id }) => keyOf(_id)));
}

/** Releases the held events of keys that are no longer blocked. */
export async function releaseHeld(mongo: Mongo, blocked: ReadonlySet<string>): Promise<void> {
  const outbox = outboxOf(mongo.connection);
  await rewriteEarlier(mongo, false);
  const stages = [
    { $match: { pending: false } },
    { $unwind: '$events' },
    { $group: { _id: { topic: '$events.topic', key: '$events.key' } } },
  ];
  const groups = await outbox.aggregate<KeyGroup>(stages).toArray();
  for (const { _id } of groups) {
    if (blocked.has(keyOf(_id))) continue;
    const ofKey = { pending: false, 'events.topic': _id.topic, 'events.key': _id.key };
    await outbox.updateMany(ofKey, { $set: { pending: true } });
  }
}

/**
 * Ends the wait behind a refused event, after its cause was fixed (`retry`) or its loss accepted
 * (`discard`). The relay publishes the events behind it, in order, within ten seconds. Returns
 * whether there was such an event.
 */
export async function resolveRefusedEvent(
  mongo: Mongo,
  eventId: string,
  decision: 'retry' | 'discard',
): Promise<boolean> {
  const dead = await deadOutboxOf(mongo.connection).findOne({ _id: eventId });
  if (dead === null) return false;
  if (decision === 'retry') {
    const { order, reason: _reason, refusedAt: _refusedAt, ...event } = dead;
    const { _id, ...again } = outboxDocument(order, [event]);
    await outboxOf(mongo.connection).updateOne({ _id }, { $set: again }, { upsert: true });
  }
  await deadOutboxOf(mongo.connection).deleteOne({ _id: eventId });
  return true;
}

/** How many events are pending, how many were refused, and the age of the oldest pending one. */
export async function measureOutbox(mongo: Mongo) {
  const outbox = outboxOf(mongo.connection);
  const stages = [
    { $match: { pending: true } },
    { $group: { _id: null, count: { $sum: '$count' } } },
  ];
  const [pending] = await outbox.aggregate<{ readonly count: number }>(stages).toArray();
  const dead = await deadOutboxOf(mongo.connection).estimatedDocumentCount();
  const [oldest] = await outbox
    .find({ pending: true })
    .project<{ events?: readonly Pick<OutboxEvent, 'occurredAt'>[] }>({ 'events.occurredAt': 1 })
    .sort({ order: 1, _id: 1 })
    .limit(1)
    .toArray();
  const now = mongo.clock.now().getTime();
  const since = oldest?.events?.[0]?.occurredAt.getTime() ?? now;
  return { pending: pending?.count ?? 0, dead, oldestSeconds: Math.max(0, now - since) / 1_000 };
}
