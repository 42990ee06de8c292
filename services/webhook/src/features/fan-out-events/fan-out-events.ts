import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';
import { type PublicEvent, type Translation } from '../../domain/public-events/translation.ts';
import { type DeliveryRow } from '../../store/collections.ts';
import { type Subscriber } from '../../store/endpoint-store.ts';
import { countCancelled } from '../../workflows/cancel-deliveries.ts';
import { derivedId } from './message-ids.ts';

/** A public event before it is addressed to endpoints. */
interface Message {
  readonly id: string;
  readonly event: PublicEvent;
  /** The serialized envelope. */
  readonly body: string;
  readonly correlationId: string;
}

/** Limits the memory of a wide fan-out. */
const ROWS_PER_WRITE = 1_000;

type FanOutDeps = Pick<
  Deps,
  'clock' | 'counts' | 'deliveries' | 'deliverySignal' | 'endpoints' | 'handoff' | 'log' | 'queues'
>;

/**
 * Makes a delivery of each public event for every subscribed endpoint of its parties. Idempotent, because
 * the ids of deliveries are derived from those of the events.
 */
export const fanOutEvents =
  (deps: FanOutDeps, { toPublic }: Translation) =>
  async (events: readonly HandledEvent[]): Promise<void> => {
    const messages = events.flatMap((event) =>
      toPublic(event.data).map((publicEvent) => messageOf(event, publicEvent)),
    );
    const subscribers = await subscribersOf(deps, messages);
    if (subscribers.length === 0) return;
    const now = deps.clock.now();
    const revisions = new Map(subscribers.map(({ id, revision }) => [id, revision]));
    /** By endpoint, whether the drain of its queue has accepted all its deliveries. */
    const acceptedAll = new Map<string, boolean>();
    for (const rows of inChunks(deliveriesOf(messages, subscribers, now), ROWS_PER_WRITE)) {
      const savedAfter = performance.now();
      const added = await deps.deliveries.addNew(rows);
      for (const [id, accepted] of handOff(deps, { rows, added, savedAfter, revisions })) {
        acceptedAll.set(id, accepted && acceptedAll.get(id) !== false);
      }
      await countCancelled(
        deps,
        added.filter(({ status }) => status === 'failed'),
      );
    }
    await notifyQueues(deps, acceptedAll, now);
  };

/** The endpoints that subscribe to one of these messages, or might: the events of each are checked later. */
async function subscribersOf(
  { endpoints }: Pick<Deps, 'endpoints'>,
  messages: readonly Message[],
): Promise<Subscriber[]> {
  if (messages.length === 0) return [];
  const names = [...new Set(messages.map(({ event }) => event.name))];
  const parties = [...new Set(messages.flatMap(({ event }) => event.parties))];
  const isForAll = messages.some(({ event }) => event.toAll === true);
  return endpoints.listSubscribers(names, isForAll ? 'all' : parties);
}

interface Saved {
  readonly rows: readonly DeliveryRow[];
  /** Those of `rows` that were not stored before. */
  readonly added: readonly DeliveryRow[];
  readonly savedAfter: number;
  /** By endpoint. */
  readonly revisions: ReadonlyMap<string, number>;
}

/** Offers due deliveries to the drains of this process; returns by endpoint whether all were accepted. */
function handOff(
  { handoff }: Pick<Deps, 'handoff'>,
  { rows, added, savedAfter, revisions }: Saved,
): Map<string, boolean> {
  const isNew = new Set(added);
  const due = rows.filter(({ status }) => status === 'retrying');
  const acceptedAll = new Map<string, boolean>();
  for (const [endpointId, some] of Map.groupBy(due, (row) => row.endpointId)) {
    // A delivery that was stored before may have been sent already.
    const deliveries = some.filter((row) => isNew.has(row));
    const endpointRevision = revisions.get(endpointId) ?? 0;
    const accepted = handoff.offer(endpointId, { deliveries, savedAfter, endpointRevision });
    acceptedAll.set(endpointId, accepted && deliveries.length === some.length);
  }
  return acceptedAll;
}

/** Notifies the queues in every process. A drain that accepted all deliveries need not read again. */
async function notifyQueues(
  { deliverySignal, handoff, queues }: Pick<Deps, 'deliverySignal' | 'handoff' | 'queues'>,
  acceptedAll: ReadonlyMap<string, boolean>,
  now: Date,
): Promise<void> {
  for (const [endpointId, accepted] of acceptedAll) {
    if (accepted) handoff.skipNotification(endpointId);
  }
  await queues.notify([...acceptedAll.keys()], now);
  if ([...acceptedAll.values()].includes(false)) deliverySignal.ring();
}

function messageOf(
  { id: eventId, occurredAt, correlationId }: HandledEvent,
  event: PublicEvent,
): Message {
  const id = derivedId(eventId, event.name);
  const envelope: Envelope = {
    id,
    event: event.name,
    timestamp: occurredAt.toISOString(),
    data: event.data,
  };
  return { id, event, body: JSON.stringify(envelope), correlationId };
}

function* deliveriesOf(
  messages: readonly Message[],
  subscribers: readonly Subscriber[],
  now: Date,
): Generator<DeliveryRow> {
  const byOwner = Map.groupBy(subscribers, ({ ownerId }) => ownerId);
  const admins = subscribers.filter(({ ownerRole }) => ownerRole === 'admin');
  for (const message of messages) {
    const { event } = message;
    const ofParties = event.parties.flatMap((party) => byOwner.get(party) ?? []);
    const recipients =
      event.toAll === true
        ? subscribers
        : new Set([...ofParties, ...(event.toAdmins ? admins : [])]);
    for (const subscriber of recipients) {
      if (subscriber.events.includes(event.name)) yield deliveryOf(message, subscriber, now);
    }
  }
}

function deliveryOf(message: Message, subscriber: Subscriber, now: Date): DeliveryRow {
  const draft = {
    id: derivedId(message.id, subscriber.id),
    endpointId: subscriber.id,
    ownerId: subscriber.ownerId,
    messageId: message.id,
    eventType: message.event.name,
    body: message.body,
    correlationId: message.correlationId,
    ...(subscriber.postback === undefined ? {} : { macros: message.event.macros ?? {} }),
  };
  return newDelivery(draft, subscriber.active, now);
}

function* inChunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
