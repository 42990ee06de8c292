import type mongoose from 'mongoose';

import { type CollectionSpec, databaseOf } from '@tributary/mongo';
import { type DeliveryStatus } from '../domain/delivery.ts';
import { type Endpoint } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type MacroValues } from '../domain/postback.ts';

/** Shard key: ownerId. Kept until its owner removes it. */
export type EndpointRow = Omit<Endpoint, 'id'> & { readonly _id: string };

/** How many endpoints an owner has. Shard key: _id, the owner's id. */
export interface OwnerRow {
  readonly _id: string;
  readonly endpoints: number;
}

/**
 * One message for one endpoint: its history, and while it is `retrying` the work itself.
 * Shard key: endpointId. Kept for 90 days.
 */
export interface DeliveryRow {
  /** Made of event, public name and endpoint, so that an event that comes twice adds nothing. */
  readonly _id: string;
  readonly endpointId: string;
  readonly ownerId: string;
  /** The same for every endpoint and every attempt: what receivers deduplicate by. */
  readonly messageId: string;
  readonly eventType: EventName;
  /** The envelope's text: every attempt sends the very same bytes. */
  readonly body: string;
  /** What stands for the macros of a postback. */
  readonly macros?: MacroValues;
  /** Sent to be looked at, not because something happened. */
  readonly isTest?: true;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** The delivery by which somebody had this one sent again, by hand or with others. */
  readonly retriedAs: string | null;
  readonly correlationId: string;
  readonly expiresAt: Date;
  /** Each attempt: when, how long, what came of it. At most ten. */
  readonly attemptLog: readonly AttemptNote[];
}

export interface AttemptNote {
  readonly at: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  /** Cut at 4 kB. */
  readonly responseBody?: string | null;
  readonly error: string | null;
}

/**
 * The queue of one endpoint: when it is due and who is working on it. One instance at a time works
 * on a lane, which bounds what is in flight to an endpoint over all instances. Shard key: _id.
 */
export interface LaneRow {
  /** The endpoint's id. */
  readonly _id: string;
  /** When its earliest delivery is due; null where there is none. */
  readonly dueAt: Date | null;
  /** Grows whenever deliveries were added, so that a worker does not miss those as it leaves. */
  readonly pokes: number;
  readonly owner: string | null;
  readonly leaseUntil: Date;
  readonly failuresInRow: number;
  readonly failingSince: Date | null;
  /** Grows when its health begins anew, so that a worker does not write an earlier one over it. */
  readonly resets: number;
}

/** Counts of one owner, day and event. Shard key: ownerId. Kept for 400 days. */
export interface DailyCountRow {
  readonly _id: string;
  readonly ownerId: string;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  readonly eventType: string;
  /** Deliveries that had their first attempt. */
  readonly sent: number;
  readonly succeeded: number;
  /** Those that were never sent, because their endpoint was switched off, are among them. */
  readonly failed: number;
  readonly attempts: number;
  readonly durationMs: number;
  readonly expiresAt: Date;
}

/** Finds what is due at an endpoint. */
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

/** The collections as typed handles; calls in a transaction take its session along. */
export const collectionsOf = (connection: mongoose.Connection) => {
  const db = databaseOf(connection);
  return {
    endpoints: db.collection<EndpointRow>('endpoints'),
    owners: db.collection<OwnerRow>('owners'),
    deliveries: db.collection<DeliveryRow>('deliveries'),
    lanes: db.collection<LaneRow>('lanes'),
    dailyCounts: db.collection<DailyCountRow>('daily_counts'),
  };
};
export type Collections = ReturnType<typeof collectionsOf>;
