import { notFound } from '@tributary/errors';
import { findPage, isDuplicateKey, type PageRequest, type Session } from '@tributary/mongo';
import mongoose from 'mongoose';
import { type AttemptOutcome, type DeliveryStatus } from '../domain/delivery.ts';
import { type Collections, type DeliveryDocument, QUEUE_INDEX } from './collections.ts';

const { MongoBulkWriteError } = mongoose.mongo;

/** One attempt and the state of its delivery after it. */
export interface AttemptRecord extends AttemptOutcome {
  readonly deliveryId: string;
  readonly at: Date;
  readonly durationMs: number;
}

export interface DeliveryPageRequest extends PageRequest {
  readonly statuses: readonly DeliveryStatus[];
}

/** The position of a delivery in the list, newest first. */
type Position = Pick<DeliveryDocument, '_id' | 'createdAt'>;

export interface FailedRange {
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly after?: Position | undefined;
}

/** The fields of a cancelled delivery that the statistics need. */
export type CancelledDelivery = Pick<DeliveryDocument, '_id' | 'ownerId' | 'eventType' | 'isTest'>;

/** Deliveries that one transaction cancels at most. */
const CANCEL_BATCH = 1_000;

/** The fields needed to send a delivery: without the attempt log, which may be large. */
const dueFields = {
  ...{ endpointId: 1, ownerId: 1, messageId: 1, eventType: 1, body: 1, macros: 1, isTest: 1 },
  ...{ attempts: 1, createdAt: 1, correlationId: 1, traceparent: 1 },
} as const;
export type DueDelivery = Pick<DeliveryDocument, '_id' | keyof typeof dueFields>;

export interface DueQuery {
  readonly limit: number;
  /** Ids of deliveries that the caller has read already. */
  readonly except: readonly string[];
}

/** A failed delivery and the new one that replaces it. */
export interface Redelivery {
  readonly id: string;
  readonly retriedAs: string;
}

const olderThan = ({ _id, createdAt }: Position) => [
  { createdAt: { $lt: createdAt } },
  { createdAt, _id: { $lt: _id } },
];

const cancelled = (reason: string) => ({
  $set: { status: 'failed' as const, nextAttemptAt: null, errorMessage: reason },
});

/** Adding deliveries to queues, and cancelling them unsent. */
const deliveryEntries = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Adds deliveries whose id is not stored yet; returns those. */
    addNew: async (
      documents: readonly DeliveryDocument[],
    ): Promise<readonly DeliveryDocument[]> => {
      if (documents.length === 0) return documents;
      try {
        await deliveries.insertMany([...documents], { ...options, ordered: false });
        return documents;
      } catch (error) {
        if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
        const known = new Set([error.writeErrors].flat().map(({ index }) => index));
        return documents.filter((_, index) => !known.has(index));
      }
    },

    /** Cancels some of an endpoint's pending deliveries and returns them; to be called in a transaction. */
    cancelSome: async (endpointId: string, reason: string): Promise<CancelledDelivery[]> => {
      const pending = { endpointId, status: 'retrying' as const };
      const some = await deliveries
        .find(pending, options)
        .limit(CANCEL_BATCH)
        .project<CancelledDelivery>({ ownerId: 1, eventType: 1, isTest: 1 })
        .toArray();
      const ids = some.map(({ _id }) => _id);
      if (ids.length > 0)
        await deliveries.updateMany({ _id: { $in: ids } }, cancelled(reason), options);
      return some;
    },
  };
};

/** Sending deliveries. */
const deliveryQueue = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** The due deliveries of an endpoint, the longest due first. */
    listDue: (endpointId: string, now: Date, { limit, except }: DueQuery): Promise<DueDelivery[]> =>
      deliveries
        .find(
          {
            ...{ endpointId, status: 'retrying', nextAttemptAt: { $lte: now } },
            // The index contains the ids, so excluded documents are not read.
            ...(except.length === 0 ? {} : { _id: { $nin: [...except] } }),
          },
          options,
        )
        .hint(QUEUE_INDEX)
        .sort({ nextAttemptAt: 1, _id: 1 })
        .limit(limit)
        // One batch; by default MongoDB ends the first one after 101 documents.
        .batchSize(limit)
        .project<DueDelivery>(dueFields)
        .toArray(),

    /** When the next delivery of an endpoint is due. */
    findNextDue: async (endpointId: string): Promise<Date | null> => {
      const document = await deliveries.findOne(
        // Deliveries that are held back have no time.
        { endpointId, status: 'retrying', nextAttemptAt: { $type: 'date' } },
        { ...options, sort: { nextAttemptAt: 1, _id: 1 }, projection: { nextAttemptAt: 1 } },
      );
      return document?.nextAttemptAt ?? null;
    },

    /**
     * Saves attempts. A delivery that was cancelled meanwhile (because its endpoint was deleted or
     * switched off) stays failed, unless the attempt succeeded.
     */
    saveAttempts: async (records: readonly AttemptRecord[]): Promise<void> => {
      const updates = records.map(({ deliveryId, at, durationMs, ...state }) => {
        const { responseCode, responseBody, errorMessage: error } = state;
        const entry = { at, durationMs, responseCode, responseBody, error };
        // The number of attempts in the filter makes the write idempotent.
        const before = { attempts: state.attempts - 1 };
        const expected =
          state.status === 'success' ? before : { ...before, status: 'retrying' as const };
        return {
          updateOne: {
            filter: { _id: deliveryId, ...expected },
            update: { $set: state, $push: { attemptLog: entry } },
          },
        };
      });
      await deliveries.bulkWrite(updates, { ...options, ordered: false });
    },
  };
};

/** Deliveries of suspended owners. */
const heldDeliveries = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Takes pending deliveries out of the queue until `resume`. */
    holdBack: async (deliveryIds: readonly string[]): Promise<void> => {
      if (deliveryIds.length === 0) return;
      await deliveries.updateMany(
        { _id: { $in: [...deliveryIds] }, status: 'retrying' },
        { $set: { nextAttemptAt: null, isHeldBack: true } },
        options,
      );
    },

    /** Makes the deliveries of an endpoint that were held back due. */
    resume: async (endpointId: string, now: Date): Promise<void> => {
      await deliveries.updateMany(
        { endpointId, status: 'retrying', isHeldBack: true },
        { $set: { nextAttemptAt: now }, $unset: { isHeldBack: true } },
        options,
      );
    },
  };
};

/** The delivery log, and retries from it. */
const deliveryHistory = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** @throws not_found */
    get: async (id: string, endpointId: string): Promise<DeliveryDocument> => {
      const document = await deliveries.findOne({ _id: id, endpointId }, options);
      if (document !== null) return document;
      throw notFound('delivery_not_found', { message: 'There is no such delivery' });
    },

    /** A page of an endpoint's deliveries, newest first. */
    list: (endpointId: string, { statuses, ...page }: DeliveryPageRequest) =>
      findPage(deliveries, { endpointId, status: { $in: [...statuses] } }, page),

    /** Failed deliveries of a time range that were not retried yet, newest first; without tests. */
    listFailed: (
      endpointId: string,
      range: FailedRange,
      limit: number,
    ): Promise<DeliveryDocument[]> =>
      deliveries
        .find(
          {
            endpointId,
            status: 'failed',
            createdAt: { $gte: range.since, $lt: range.until },
            retriedAs: null,
            isTest: { $exists: false },
            ...(range.after === undefined ? {} : { $or: olderThan(range.after) }),
          },
          options,
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .toArray(),

    /** Links failed deliveries to their redeliveries; returns how many were not retried before. */
    markRetried: async (retries: readonly Redelivery[]): Promise<number> => {
      const updates = retries.map(({ id, retriedAs }) => ({
        updateOne: {
          filter: { _id: id, status: 'failed' as const, retriedAs: null },
          update: { $set: { retriedAs } },
        },
      }));
      const { modifiedCount } = await deliveries.bulkWrite(updates, { ...options, ordered: false });
      return modifiedCount;
    },
  };
};

export const deliveryStore = (collections: Collections, session?: Session) => ({
  ...deliveryEntries(collections, session),
  ...deliveryQueue(collections, session),
  ...heldDeliveries(collections, session),
  ...deliveryHistory(collections, session),
});
