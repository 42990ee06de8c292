import { deadOutboxOf, outboxOf, type Mongo, type OutboxDocument } from '@tributary/mongo';

/** The most that one read finds. */
export const ROWS_PER_BATCH = 500;

/** Events of one key keep their order; a key is only meaningful within its topic. */
export const keyOf = ({ topic, key }: Pick<OutboxDocument, 'topic' | 'key'>): string =>
  `${topic}\n${key}`;

/**
 * The oldest pending events, without those of topics that are being moved. They are found by state, never by a last-seen position, because
 * commits become visible out of order.
 */
export const readPending = (
  mongo: Mongo,
  held: ReadonlySet<string> = new Set(),
): Promise<OutboxDocument[]> =>
  outboxOf(mongo.connection)
    .find({ pending: true, ...(held.size > 0 ? { topic: { $nin: [...held] } } : {}) })
    .sort({ order: 1, _id: 1 })
    .limit(ROWS_PER_BATCH)
    .toArray();

export async function deleteRows(mongo: Mongo, rows: readonly OutboxDocument[]): Promise<void> {
  if (rows.length === 0) return;
  await outboxOf(mongo.connection).deleteMany({ _id: { $in: rows.map((row) => row._id) } });
}

/** Holds events back until the refused event before them is resolved. */
export async function holdRows(mongo: Mongo, rows: readonly OutboxDocument[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row._id);
  await outboxOf(mongo.connection).updateMany({ _id: { $in: ids } }, { $set: { pending: false } });
}

/**
 * Moves an event to the dead outbox. In this order a crash in between leaves it in both places, not
 * in none.
 */
export async function moveToDeadOutbox(
  mongo: Mongo,
  row: OutboxDocument,
  reason: string,
): Promise<void> {
  const { _id, ...rest } = row;
  const dead = { ...rest, reason, refusedAt: mongo.clock.now() };
  await deadOutboxOf(mongo.connection).updateOne({ _id }, { $set: dead }, { upsert: true });
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
export async function releaseHeldRows(mongo: Mongo, blocked: ReadonlySet<string>): Promise<void> {
  const outbox = outboxOf(mongo.connection);
  const stages = [
    { $match: { pending: false } },
    { $group: { _id: { topic: '$topic', key: '$key' } } },
  ];
  const groups = await outbox.aggregate<KeyGroup>(stages).toArray();
  for (const { _id: key } of groups) {
    if (blocked.has(keyOf(key))) continue;
    await outbox.updateMany({ ...key, pending: false }, { $set: { pending: true } });
  }
}

/**
 * Ends the wait behind a refused event, after its cause was fixed (`retry`) or its loss accepted
 * (`discard`). The relay publishes the events behind it, in order, within ten seconds. Returns
 * whether there was such an event.
 */
export async function resolveDeadOutboxRow(
  mongo: Mongo,
  eventId: string,
  decision: 'retry' | 'discard',
): Promise<boolean> {
  const dead = await deadOutboxOf(mongo.connection).findOne({ _id: eventId });
  if (dead === null) return false;
  if (decision === 'retry') {
    const { _id, reason: _reason, refusedAt: _refusedAt, ...row } = dead;
    const again = { ...row, pending: true };
    await outboxOf(mongo.connection).updateOne({ _id }, { $set: again }, { upsert: true });
  }
  await deadOutboxOf(mongo.connection).deleteOne({ _id: eventId });
  return true;
}

/** How many events are pending, how many were refused, and the age of the oldest pending one. */
export async function measureOutbox(mongo: Mongo) {
  const outbox = outboxOf(mongo.connection);
  const pending = await outbox.countDocuments({ pending: true });
  const dead = await deadOutboxOf(mongo.connection).estimatedDocumentCount();
  const [oldest] = await outbox
    .find({ pending: true })
    .project<Pick<OutboxDocument, 'occurredAt'>>({ occurredAt: 1 })
    .sort({ order: 1, _id: 1 })
    .limit(1)
    .toArray();
  const now = mongo.clock.now().getTime();
  const oldestMs = oldest === undefined ? 0 : Math.max(0, now - oldest.occurredAt.getTime());
  return { pending, dead, oldestSeconds: oldestMs / 1_000 };
}
