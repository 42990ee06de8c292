import { notFound } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import mongoose from 'mongoose';
import { type AfterAttempt, type DeliveryStatus } from '../domain/delivery.ts';
import { type Collections, type DeliveryRow, QUEUE_INDEX, type Session } from './collections.ts';

const { MongoBulkWriteError } = mongoose.mongo;

/** A delivery's state after an attempt, to be saved. */
export interface AttemptRecord extends Omit<AfterAttempt, 'endpointGone'> {
  readonly deliveryId: string;
  readonly at: Date;
  readonly durationMs: number;
}

export interface DeliveryPage {
  readonly statuses: readonly DeliveryStatus[];
  readonly skip: number;
  readonly limit: number;
}

/** Where a delivery stands in its list. */
type Place = Pick<DeliveryRow, '_id' | 'createdAt'>;

export interface FailedRange {
  readonly since: Date;
  /** Not included. */
  readonly until: Date;
  readonly after?: Place | undefined;
}

/** What is counted of a delivery that ended without an attempt. */
export type EndedDelivery = Pick<DeliveryRow, '_id' | 'ownerId' | 'eventType' | 'isTest'>;

const ENDED_AT_ONCE = 1_000;

/** What is read of a delivery to send it: not what came of earlier attempts, which may be much. */
const dueFields = {
  ...{ endpointId: 1, ownerId: 1, messageId: 1, eventType: 1, body: 1, macros: 1, isTest: 1 },
  ...{ attempts: 1, createdAt: 1, correlationId: 1 },
} as const;
export type DueDelivery = Pick<DeliveryRow, '_id' | keyof typeof dueFields>;

export interface DueLook {
  readonly limit: number;
  /** Ids of those that are in hand already. */
  readonly without: readonly string[];
}

/** Of a failed delivery, the one that tries again. */
export interface Retry {
  readonly id: string;
  readonly retriedAs: string;
}

const olderThan = ({ _id, createdAt }: Place) => [
  { createdAt: { $lt: createdAt } },
  { createdAt, _id: { $lt: _id } },
];

const ended = (reason: string) => ({
  $set: { status: 'failed' as const, nextAttemptAt: null, errorMessage: reason },
});

/** What comes into the queue, and what leaves it without having been sent. */
const deliveryEntries = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Adds deliveries; those that are there already stay as they are. Answers the ones that were not. */
    addNew: async (rows: readonly DeliveryRow[]): Promise<readonly DeliveryRow[]> => {
      if (rows.length === 0) return rows;
      try {
        await deliveries.insertMany([...rows], { ...options, ordered: false });
        return rows;
      } catch (error) {
        if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
        const known = new Set([error.writeErrors].flat().map(({ index }) => index));
        return rows.filter((_, index) => !known.has(index));
      }
    },

    /** Ends some of what is still to be tried, and answers which; within a transaction. */
    endSome: async (endpointId: string, reason: string): Promise<EndedDelivery[]> => {
      const open = { endpointId, status: 'retrying' as const };
      const some = await deliveries
        .find(open, options)
        .limit(ENDED_AT_ONCE)
        .project<EndedDelivery>({ ownerId: 1, eventType: 1, isTest: 1 })
        .toArray();
      const ids = some.map(({ _id }) => _id);
      if (ids.length > 0)
        await deliveries.updateMany({ _id: { $in: ids } }, ended(reason), options);
      return some;
    },
  };
};

/** What is to be sent. */
const deliveryQueue = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Due ones of an endpoint, the longest due first. */
    listDue: (endpointId: string, now: Date, { limit, without }: DueLook): Promise<DueDelivery[]> =>
      deliveries
        .find(
          {
            ...{ endpointId, status: 'retrying', nextAttemptAt: { $lte: now } },
            // The index knows the ids: what is in hand is not read again.
            ...(without.length === 0 ? {} : { _id: { $nin: [...without] } }),
          },
          options,
        )
        .hint(QUEUE_INDEX)
        .sort({ nextAttemptAt: 1, _id: 1 })
        .limit(limit)
        // All in one answer: by itself the first one ends after 101.
        .batchSize(limit)
        .project<DueDelivery>(dueFields)
        .toArray(),

    /** When the next one of an endpoint is due. */
    findNextDue: async (endpointId: string): Promise<Date | null> => {
      const row = await deliveries.findOne(
        { endpointId, status: 'retrying' },
        { ...options, sort: { nextAttemptAt: 1, _id: 1 }, projection: { nextAttemptAt: 1 } },
      );
      return row?.nextAttemptAt ?? null;
    },

    /**
     * Saves what attempts came to. One that was ended meanwhile (its endpoint removed or switched
     * off) stays ended, unless the attempt succeeded.
     */
    saveAttempts: async (records: readonly AttemptRecord[]): Promise<void> => {
      const updates = records.map(({ deliveryId, at, durationMs, ...state }) => {
        const { responseCode, responseBody, errorMessage: error } = state;
        const note = { at, durationMs, responseCode, responseBody, error };
        // By the number of attempts: a repeated write changes nothing.
        const before = { attempts: state.attempts - 1 };
        const open =
          state.status === 'success' ? before : { ...before, status: 'retrying' as const };
        return {
          updateOne: {
            filter: { _id: deliveryId, ...open },
            update: { $set: state, $push: { attemptLog: note } },
          },
        };
      });
      await deliveries.bulkWrite(updates, { ...options, ordered: false });
    },
  };
};

/** What was sent, and what is made of it by hand. */
const deliveryHistory = ({ deliveries }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** @throws not_found */
    get: async (id: string, endpointId: string): Promise<DeliveryRow> => {
      const row = await deliveries.findOne({ _id: id, endpointId }, options);
      if (row !== null) return row;
      throw notFound('delivery_not_found', { message: 'There is no such delivery' });
    },

    list: async (
      endpointId: string,
      { statuses, skip, limit }: DeliveryPage,
    ): Promise<{ total: number; deliveries: DeliveryRow[] }> => {
      const filter = { endpointId, status: { $in: [...statuses] } };
      const total = await deliveries.countDocuments(filter, options);
      const rows = await deliveries
        .find(filter, options)
        .sort({ createdAt: -1, _id: -1 })
        .skip(skip)
        .limit(limit)
        .toArray();
      return { total, deliveries: rows };
    },

    /** Failed ones of a time range that nobody retried yet, newest first, those after `after`; no tests. */
    listFailed: (endpointId: string, range: FailedRange, limit: number): Promise<DeliveryRow[]> =>
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

    /** Notes by which deliveries failed ones are tried again; answers of how many that was not done before. */
    markRetried: async (retries: readonly Retry[]): Promise<number> => {
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
  ...deliveryHistory(collections, session),
});
