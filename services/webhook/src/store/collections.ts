import { type MacroValues } from '@tributary/contracts';
import { type CollectionsOf, defineCollection, type DocumentOf, erasures } from '@tributary/mongo';
import { type DeliveryStatus } from '../domain/delivery.ts';
import { type Endpoint } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';

export type EndpointDocument = DocumentOf<Endpoint>;

/** How many endpoints an owner has. */
export interface OwnerDocument {
  /** The owner's id. */
  readonly _id: string;
  readonly endpoints: number;
  /** Absent until the account is suspended for the first time. */
  readonly isSuspended?: boolean;
  /** When the account was last suspended or reinstated. */
  readonly suspensionChangedAt?: Date;
}

/** One message for one endpoint: an entry of its queue while `retrying`, then history. */
export interface DeliveryDocument {
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
  /** The owner's account is suspended: not due, whatever else happens, until it is reinstated. */
  readonly isHeldBack?: true;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  /** The delivery that replaced this failed one in a manual retry or a recovery. */
  readonly retriedAs: string | null;
  readonly correlationId: string;
  /** Of the event, whose trace is kept. */
  readonly traceparent?: string;
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
 * which limits the requests in flight to an endpoint over all instances.
 */
export interface QueueDocument {
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

/** Counts per owner, day and event. */
export interface DailyCountDocument {
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

const endpoints = defineCollection<EndpointDocument>({
  name: 'endpoints',
  shardKey: { ownerId: 'hashed' },
  retention: { until: 'the owner deletes the endpoint' },
  personal: [
    {
      of: 'account',
      fields: ['url', 'headers', 'description', 'secret'],
      by: ['ownerId'],
      erased: 'deleted',
    },
  ],
  exports: { by: ['ownerId'], fields: ['url', 'events', 'description', 'active', 'createdAt'] },
  indexes: [
    { key: { ownerId: 1, createdAt: -1, _id: -1 }, name: 'owner' },
    { key: { events: 1 }, name: 'admins', partialFilterExpression: { ownerRole: 'admin' } },
    { key: { events: 1, ownerId: 1 }, name: 'listeners' },
  ],
});

const owners = defineCollection<OwnerDocument>({
  name: 'owners',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
});

/** The index for the due deliveries of an endpoint. */
export const QUEUE_INDEX = 'queue';

const deliveries = defineCollection<DeliveryDocument>({
  name: 'deliveries',
  shardKey: { endpointId: 'hashed' },
  // 90 days after the creation.
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: [
    {
      of: 'account',
      fields: ['body', 'macros', 'responseBody', 'attemptLog'],
      via: { collection: 'endpoints', by: ['ownerId'], field: 'endpointId' },
      erased: 'deleted',
    },
    {
      of: 'account',
      fields: ['body'],
      erased: {
        kept: 'messages to others that name the account, and to endpoints deleted before, 90 days',
      },
    },
  ],
  indexes: [
    {
      key: { endpointId: 1, nextAttemptAt: 1, _id: 1 },
      name: QUEUE_INDEX,
      partialFilterExpression: { status: 'retrying' },
    },
    { key: { endpointId: 1, status: 1, createdAt: -1, _id: -1 }, name: 'list' },
  ],
});

const queues = defineCollection<QueueDocument>({
  name: 'lanes',
  shardKey: { _id: 'hashed' },
  retention: { until: 'the endpoint is deleted and its queue is drained' },
  personal: 'none',
  indexes: [
    { key: { dueAt: 1 }, name: 'due', partialFilterExpression: { dueAt: { $type: 'date' } } },
    { key: { owner: 1 }, name: 'owner', partialFilterExpression: { owner: { $type: 'string' } } },
  ],
});

const dailyCounts = defineCollection<DailyCountDocument>({
  name: 'daily_counts',
  shardKey: { ownerId: 'hashed' },
  // 400 days after the day.
  retention: { field: 'expiresAt', seconds: 0, indexName: 'expiry' },
  personal: 'none',
  indexes: [{ key: { ownerId: 1, day: 1 }, name: 'owner' }],
});

export const collections = { endpoints, owners, deliveries, queues, dailyCounts, erasures };
export type Collections = CollectionsOf<typeof collections>;
