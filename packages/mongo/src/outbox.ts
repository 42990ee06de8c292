import mongoose from 'mongoose';
import { currentContext } from '@tributary/context';
import type { DomainEvent } from '@tributary/contracts';
import { outboxOf, type OutboxDocument } from './collections.ts';
import type { Mongo } from './open-mongo.ts';

/** Collects the events of a transaction; they are saved with its commit and published after it. */
export interface Outbox {
  add(...events: readonly DomainEvent[]): Promise<void>;
}

/** Saves the collected events in the transaction, in the order in which they were added. */
export async function saveOutbox(
  mongo: Mongo,
  session: mongoose.mongo.ClientSession,
  rows: readonly OutboxDocument[],
): Promise<void> {
  if (rows.length === 0) return;
  const order = clusterTimeOf(mongo, session);
  await outboxOf(mongo.connection).insertMany(
    rows.map((row) => ({ ...row, order })),
    { session },
  );
}

/** An event with the context of its work; its order is set when it is saved. */
export function outboxDocument(mongo: Mongo, event: DomainEvent): OutboxDocument {
  const context = currentContext();
  return {
    _id: mongo.newId(),
    order: new mongoose.mongo.Timestamp(0n),
    pending: true,
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
