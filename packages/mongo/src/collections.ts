import type mongoose from 'mongoose';
import { createCollections } from './create-collections.ts';
import { defineCollection } from './define-collection.ts';

/** An event that waits to be published. */
export interface OutboxEvent {
  /** The event's id. */
  readonly _id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** JSON text, so that a repeated send has the very same bytes. */
  readonly payload: string;
  readonly correlationId: string | null;
  readonly traceparent: string | null;
  readonly occurredAt: Date;
}

/**
 * Events of one commit, in their order, that wait to be published. Deleted when Kafka has acknowledged all of them. One
 * document for many events, because MongoDB keeps what is deleted for minutes, and each look for the oldest passes it.
 */
export interface OutboxDocument {
  /** The id of the first event. */
  readonly _id: string;
  /**
   * MongoDB's cluster time when the events were saved. Two commits on one aggregate are in its order
   * even where the clocks of the instances differ, so the relay publishes by it.
   */
  readonly order: mongoose.mongo.Timestamp;
  /** False while its only event is held behind a refused one of the same key. */
  readonly pending: boolean;
  readonly events: readonly OutboxEvent[];
  /** The number of events. */
  readonly count: number;
}

/** An event that Kafka refuses for good. Later events of its key are held until it is resolved. */
export interface DeadOutboxDocument extends OutboxEvent {
  readonly order: mongoose.mongo.Timestamp;
  readonly reason: string;
  readonly refusedAt: Date;
}

/** Work that took effect: a handled event, or a transaction under an idempotency key. */
export interface OnceDocument {
  readonly _id: string;
  readonly result?: unknown;
  /** Digest of the request that the key belongs to. */
  readonly fingerprint?: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

const outbox = defineCollection<OutboxDocument>({
  name: 'outbox',
  shardKey: { _id: 'hashed' },
  retention: { until: 'Kafka has acknowledged the event' },
  personal: [
    {
      of: 'account',
      fields: ['events.payload'],
      erased: { kept: 'until the event is published' },
    },
  ],
  formerIndexes: ['pending', 'held'],
  indexes: [
    // With the count, so that the gauge of pending events reads no document.
    { key: { pending: 1, order: 1, _id: 1, count: 1 }, name: 'oldest' },
  ],
});

const deadOutbox = defineCollection<DeadOutboxDocument>({
  name: 'outbox_dead',
  shardKey: { _id: 'hashed' },
  retention: { until: 'an operator resolves the event' },
  personal: [
    {
      of: 'account',
      fields: ['payload'],
      erased: { kept: 'until an operator resolves the event' },
    },
  ],
  indexes: [{ key: { topic: 1, key: 1 }, name: 'key' }],
});

const inbox = defineCollection<OnceDocument>({
  name: 'inbox',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: [
    { of: 'account', fields: ['result'], erased: { kept: 'results of repeatable calls, 14 days' } },
  ],
});

/** The first answer to an Idempotency-Key. */
export interface IdempotencyAnswerDocument {
  readonly _id: string;
  readonly fingerprint: string;
  readonly state: 'running' | 'done';
  /** While the call runs: when another call may take over, because this one died. The call renews it. */
  readonly runningUntil: Date;
  readonly status?: number;
  readonly body?: string;
  readonly expiresAt: Date;
}

const idempotencyAnswers = defineCollection<IdempotencyAnswerDocument>({
  name: 'idempotency_answers',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: [
    { of: 'account', fields: ['body'], erased: { kept: 'answers of repeatable calls, 24 hours' } },
  ],
});

/** How far a migration is. */
export interface MigrationDocument {
  /** The migration's name. */
  readonly _id: string;
  /** The complete passes; the second is for what processes of the release before stored after the first. */
  readonly passes: number;
  /** The last id of the running pass; empty at its begin. */
  readonly after: string;
  /** When the next pass is due; null after the last. */
  readonly dueAt: Date | null;
  /** Documents of all passes. */
  readonly rewritten: number;
  /** Documents that the last pass could not read. */
  readonly failed: number;
  readonly at: Date;
}

const migrations = defineCollection<MigrationDocument>({
  name: 'migrations',
  shardKey: { unsharded: 'one document a migration' },
  retention: 'permanent',
  personal: 'none',
});

export const outboxOf = outbox.open;
export const deadOutboxOf = deadOutbox.open;
export const onceOf = inbox.open;
export const idempotencyAnswersOf = idempotencyAnswers.open;
export const migrationsOf = migrations.open;

/** What every database has besides its service's own collections. */
export const ownCollections = { outbox, deadOutbox, inbox, idempotencyAnswers, migrations };

/** Creates them; part of opening a database. */
export const ensureOwnCollections = (connection: mongoose.Connection): Promise<void> =>
  createCollections(
    connection,
    Object.values(ownCollections).map(({ spec }) => spec),
  );
