import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';
import { type PublicEvent, type Translation } from '../../domain/public-events/translation.ts';
import { countEnded } from '../../lanes/end-deliveries.ts';
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
    const poked = new Set<string>();
    for (const rows of inSlices(deliveriesOf(messages, subscribers, now), ROWS_PER_WRITE)) {
      const added = await deps.deliveries.addNew(rows);
      await countEnded(
        deps,
        added.filter(({ status }) => status === 'failed'),
      );
      for (const { endpointId, status } of rows) {
        if (status === 'retrying') poked.add(endpointId);
      }
    }
    await deps.lanes.poke([...poked], now);
    deps.lanesNudge.ring();
  };

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
