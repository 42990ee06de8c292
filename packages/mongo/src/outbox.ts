import mongoose from 'mongoose';
import { currentContext } from '@tributary/context';
import type { DomainEvent } from '@tributary/contracts';
import { type OutboxDocument, type OutboxEvent, outboxOf } from './collections.ts';
import type { Mongo } from './open-mongo.ts';

/** Collects the events of a transaction; they are saved with its commit and published after it. */
export interface Outbox {
  add(...events: readonly DomainEvent[]): Promise<void>;
}

/** A document holds as many events as this, and as many characters of their payloads, or one larger event. */
const MAX_EVENTS = 50;
const MAX_PAYLOAD = 65_536;

/** Saves the collected events in the transaction, in the order in which they were added. */
export async function saveOutbox(
  mongo: Mongo,
  session: mongoose.mongo.ClientSession,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const order = clusterTimeOf(mongo, session);
  await outboxOf(mongo.connection).insertMany(
    inParts(events).map((part) => outboxDocument(order, part)),
    { session },
  );
}

function inParts(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const parts: OutboxEvent[][] = [];
  let size = Infinity;
  for (const event of events) {
    const part = parts.at(-1);
    size += event.payload.length;
    if (part === undefined || part.length === MAX_EVENTS || size > MAX_PAYLOAD) {
      parts.push([event]);
      size = event.payload.length;
    } else part.push(event);
  }
  return parts;
}

/** The document of events of one commit, at least one. */
export const outboxDocument = (
  order: mongoose.mongo.Timestamp,
  events: readonly OutboxEvent[],
): OutboxDocument => ({
  _id: events[0]?._id ?? '',
  order,
  pending: true,
  events,
  count: events.length,
});

/** An event with the context of its work. */
export function outboxEvent(mongo: Mongo, event: DomainEvent): OutboxEvent {
  const context = currentContext();
  return {
    _id: mongo.newId(),
    topic: event.topic,
    key: event.key,
    type: event.type,
    payload: JSON.stringify(event.data),
    correlationId: context?.correlationId ?? null,
    traceparent: context?.span?.traceparent ?? null,
    occurredAt: mongo.clock.now(),
  };
}

/**
 * The session has read the aggregate by now, so its cluster time is later than any earlier commit
 * on it. Only a transaction that reads and writes nothing but the outbox falls back to the clock.
 */
function clusterTimeOf(mongo: Mongo, session: mongoose.mongo.ClientSession) {
  const seen = session.clusterTime?.clusterTime;
  if (seen !== undefined) return seen;
  const seconds = Math.floor(mongo.clock.now().getTime() / 1_000);
  return new mongoose.mongo.Timestamp({ t: seconds, i: 0 });
}
