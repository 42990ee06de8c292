import { type EventType } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { derivedId } from '@tributary/mongo';
import { storedTraceparent } from '@tributary/tracing';
import { type Deps } from '../../deps.ts';
import { messagesOf, type NamedMessage } from '../../domain/event-catalog.ts';
import { type Envelope, newDelivery } from '../../domain/new-delivery.ts';
import { type DeliveryDocument } from '../../store/collections.ts';
import { type Subscriber } from '../../store/endpoint-store.ts';
import { enqueueDeliveries } from '../../workflows/enqueue-deliveries.ts';

type FanOutDeps = Pick<Deps, 'endpoints'> & Parameters<typeof enqueueDeliveries>[0];

/** A public event before it is addressed to endpoints. */
interface Message {
  readonly id: string;
  readonly event: NamedMessage;
  /** The serialized envelope. */
  readonly body: string;
  readonly correlationId: string;
}

/**
 * Makes a delivery of each public event for every subscribed endpoint of its parties. Idempotent, because
 * the ids of deliveries are derived from those of the events.
 */
export const fanOutEvents =
  (deps: FanOutDeps, eventType: EventType) =>
  async (events: readonly HandledEvent[]): Promise<void> => {
    const messages = events.flatMap((event) =>
      messagesOf(eventType, event.data).map((message) => messageOf(event, message)),
    );
    const subscribers = await subscribersOf(deps, messages);
    if (subscribers.length === 0) return;
    const revisions = new Map(subscribers.map(({ id, revision }) => [id, revision]));
    const deliveries = deliveriesOf(messages, subscribers, deps.clock.now());
    await enqueueDeliveries(deps, deliveries, revisions);
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

function messageOf(
  { id: eventId, occurredAt, correlationId }: HandledEvent,
  event: NamedMessage,
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
): Generator<DeliveryDocument> {
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

function deliveryOf(message: Message, subscriber: Subscriber, now: Date): DeliveryDocument {
  const draft = {
    id: derivedId(message.id, subscriber.id),
    endpointId: subscriber.id,
    ownerId: subscriber.ownerId,
    messageId: message.id,
    eventType: message.event.name,
    body: message.body,
    correlationId: message.correlationId,
    ...storedTraceparent(message.correlationId),
    ...(subscriber.postback === undefined ? {} : { macros: message.event.macros ?? {} }),
  };
  return newDelivery(draft, subscriber.active, now);
}
