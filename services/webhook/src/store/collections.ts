import type mongoose from 'mongoose';

import { type CollectionSpec, databaseOf } from '@tributary/mongo';
import { type DeliveryStatus } from '../domain/delivery.ts';
import { type Endpoint } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type MacroValues } from '../domain/postback.ts';

/** Shard key: ownerId. Deleted by its owner only. */
export type EndpointRow = Omit<Endpoint, 'id'> & { readonly _id: string };

/** How many endpoints an owner has. Shard key: _id, the owner's id. */
export interface OwnerRow {
  readonly _id: string;
  readonly endpoints: number;
}

/**
 * One message for one endpoint: an entry of its queue while `retrying`, then history.
 * Shard key: endpointId. Deleted after 90 days.
 */
export interface DeliveryRow {
  /** Derived from event, public name and endpoint, so that a redelivered event adds nothing. */
  readonly _id: string;
  readonly endpointId: string;
  readonly ownerId: string;
  /** The same for every endpoint and every attempt, so that receivers can deduplicate. */
  readonly messageId: string;
  readonly eventType: EventName;
  /** The serialized envelope: every attempt sends the same bytes. */
  readonly body: string;
  /** The values of a postback's macros. */
  readonly macros?: MacroValues;
  /** A test send: excluded from recovery and statistics. */
  readonly isTest?: true;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** The delivery that replaced this failed one in a manual retry or a recovery. */
  readonly retriedAs: string | null;
  readonly correlationId: string;
  readonly expiresAt: Date;
  /** One entry per attempt, at most ten. */
  readonly attemptLog: readonly AttemptEntry[];
}

export interface AttemptEntry {
  readonly at: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  /** The first 4 kB. */
  readonly responseBody?: string | null;
  readonly error: string | null;
}

/**
 * The stored form of an `EndpointQueue`, in the collection `lanes`. One instance at a time drains a queue,
 * which limits the requests in flight to an endpoint over all instances. Shard key: _id.
 */
export interface QueueRow {
  /** The endpoint's id. */
  readonly _id: string;
  /** When the earliest delivery is due; null for none. */
  readonly dueAt: Date | null;
  /** The number of notifications that deliveries were added. */
  readonly pokes: number;
  readonly owner: string | null;
  readonly leaseUntil: Date;
  readonly failuresInRow: number;
  readonly failingSince: Date | null;
  /** The number of resets of the health. */
  readonly resets: number;
}

/** Counts per owner, day and event. Shard key: ownerId. Deleted after 400 days. */
export interface DailyCountRow {
  readonly _id: string;
  readonly ownerId: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly eventType: string;
  /** Deliveries with a first attempt. */
  readonly sent: number;
  readonly succeeded: number;
  /** Includes deliveries that were never sent because their endpoint was switched off. */
  readonly failed: number;
  readonly attempts: number;
  readonly durationMs: number;
  readonly expiresAt: Date;
}

/** The index for the due deliveries of an endpoint. */
export const QUEUE_INDEX = 'queue';

export const specs: readonly CollectionSpec[] = [
  {
    name: 'endpoints',
    indexes: [
      { key: { ownerId: 1, createdAt: -1, _id: -1 }, name: 'owner' },
      {
        key: { events: 1 },
        name: 'admins',
        partialFilterExpression: { ownerRole: 'admin' },
      },
      { key: { events: 1, ownerId: 1 }, name: 'listeners' },
    ],
  },
  { name: 'owners', indexes: [] },
  {
    name: 'deliveries',
    indexes: [
      {
        key: { endpointId: 1, nextAttemptAt: 1, _id: 1 },
        name: QUEUE_INDEX,
        partialFilterExpression: { status: 'retrying' },
      },
      { key: { endpointId: 1, status: 1, createdAt: -1, _id: -1 }, name: 'list' },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ],
  },
  {
    name: 'lanes',
    indexes: [
      { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
      { key: { owner: 1 }, name: 'owner', partialFilterExpression: { owner: { $type: 'string' } } },
    ],
  },
  {
    name: 'daily_counts',
    indexes: [
      { key: { ownerId: 1, day: 1 }, name: 'owner' },
      { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    ],
  },
];

export type Session = mongoose.mongo.ClientSession;

/** The typed collections; calls within a transaction pass its session. */
export const collectionsOf = (connection: mongoose.Connection) => {
  const db = databaseOf(connection);
  return {
    endpoints: db.collection<EndpointRow>('endpoints'),
    owners: db.collection<OwnerRow>('owners'),
    deliveries: db.collection<DeliveryRow>('deliveries'),
    queues: db.collection<QueueRow>('lanes'),
    dailyCounts: db.collection<DailyCountRow>('daily_counts'),
  };
};
export type Collections = ReturnType<typeof collectionsOf>;
