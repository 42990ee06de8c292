import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';
import { type PublicEvent, type Translation } from '../../domain/public-events/translation.ts';
import { countEnded } from '../../workflows/cancel-deliveries.ts';
import { type DeliveryRow } from '../../store/collections.ts';
import { type Subscriber } from '../../store/endpoint-store.ts';
import { derivedId } from './message-ids.ts';

/** Something to tell, not yet addressed. */
interface Message {
  readonly id: string;
  readonly event: PublicEvent;
  /** The envelope's text. */
  readonly body: string;
  readonly correlationId: string;
}

/** Deliveries that are written at once: what bounds the memory of a wide fan-out. */
const ROWS_PER_WRITE = 1_000;

/**
 * Makes deliveries of internal events: one for each subscribed endpoint of each party. Doing it again
 * for the same events adds nothing, because the deliveries' ids are made of the events'.
 */
export const fanOutEvents =
  (deps: Deps, { toPublic }: Translation) =>
  async (events: readonly HandledEvent[]): Promise<void> => {
    const messages = events.flatMap((event) =>
      toPublic(event.data).map((told) => messageOf(event, told)),
    );
    if (messages.length === 0) return;
    const names = [...new Set(messages.map(({ event }) => event.name))];
    const parties = [...new Set(messages.flatMap(({ event }) => event.parties))];
    const isForAll = messages.some(({ event }) => event.toAll === true);
    const owners = isForAll ? 'all' : parties;
    const subscribers = await deps.endpoints.listSubscribers(names, owners);
    if (subscribers.length === 0) return;
    const now = deps.clock.now();
    const revisions = new Map(subscribers.map(({ id, revision }) => [id, revision]));
    const takenBy = new Map<string, boolean>();
    for (const rows of inSlices(deliveriesOf(messages, subscribers, now), ROWS_PER_WRITE)) {
      const savedAfter = performance.now();
      const added = await deps.deliveries.addNew(rows);
      for (const [endpointId, isTaken] of handOver(deps, { rows, added, savedAfter, revisions })) {
        takenBy.set(endpointId, isTaken && takenBy.get(endpointId) !== false);
      }
      await countEnded(
        deps,
        added.filter(({ status }) => status === 'failed'),
      );
    }
    await poke(deps, takenBy, now);
  };

interface Saved {
  readonly rows: readonly DeliveryRow[];
  /** Those of them that were not there before. */
  readonly added: readonly DeliveryRow[];
  readonly savedAfter: number;
  /** By endpoint. */
  readonly revisions: ReadonlyMap<string, number>;
}

/** Gives what is due to the lanes of this process; answers of each endpoint whether its lane took all of it. */
function handOver(
  { handover }: Pick<Deps, 'handover'>,
  { rows, added, savedAfter, revisions }: Saved,
): Map<string, boolean> {
  const isNew = new Set(added);
  const due = rows.filter(({ status }) => status === 'retrying');
  const taken = new Map<string, boolean>();
  for (const [endpointId, some] of Map.groupBy(due, (row) => row.endpointId)) {
    // One that was there before may have been sent.
    const fresh = some.filter((row) => isNew.has(row));
    const revision = revisions.get(endpointId) ?? 0;
    const isTaken = handover.offer(endpointId, { rows: fresh, savedAfter, revision });
    taken.set(endpointId, isTaken && fresh.length === some.length);
  }
  return taken;
}

/** Tells the lanes of every process. Those that have everything already need not look. */
async function poke(deps: Deps, takenBy: ReadonlyMap<string, boolean>, now: Date): Promise<void> {
  for (const [endpointId, isTaken] of takenBy) {
    if (isTaken) deps.handover.expectPoke(endpointId);
  }
  await deps.lanes.poke([...takenBy.keys()], now);
  if ([...takenBy.values()].includes(false)) deps.lanesNudge.ring();
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
    const concerned = event.parties.flatMap((party) => byOwner.get(party) ?? []);
    const hearing =
      event.toAll === true
        ? subscribers
        : new Set([...concerned, ...(event.toAdmins ? admins : [])]);
    for (const subscriber of hearing) {
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

function* inSlices<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let slice: T[] = [];
  for (const item of items) {
    slice.push(item);
    if (slice.length === size) {
      yield slice;
      slice = [];
    }
  }
  if (slice.length > 0) yield slice;
}
