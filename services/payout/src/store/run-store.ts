import type { ScheduledFrequency } from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  type PageRequest,
  type Session,
  toDocument,
} from '@tributary/mongo';
import type { BatchTally, PayoutBatch, PayoutRun } from '../domain/payout-run.ts';
import type { BatchDocument, Collections, RunDocument } from './collections.ts';
import { type ClaimedWork, claimedWork, claimOf, dueWork } from './due-work.ts';

const runOf = ({ dueAt: _due, attempts: _attempts, claim: _claim, ...rest }: RunDocument) =>
  fromDocument<PayoutRun>(rest);
const batchOf = ({ dueAt: _due, attempts: _attempts, claim: _claim, ...rest }: BatchDocument) =>
  fromDocument<PayoutBatch>(rest);

/** The type is given because the partial index contains dates only. */
const hasDue = { dueAt: { $type: 'date' as const } };

/** Scheduled runs. */
export const runStore = ({ runs }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    has: async (id: string): Promise<boolean> =>
      (await runs.findOne({ _id: id }, { ...inSession, projection: { _id: 1 } })) !== null,

    /** Whether a frequency had a run before a day. */
    hasBefore: async (frequency: ScheduledFrequency, day: Date): Promise<boolean> =>
      (await runs.findOne({ frequency, day: { $lt: day } }, { projection: { _id: 1 } })) !== null,

    /** @throws a duplicate key where the run is there */
    insert: async (run: PayoutRun): Promise<void> => {
      const dueAt = run.state === 'collecting' ? now() : null;
      await runs.insertOne({ ...toDocument(run), dueAt, attempts: 0 }, inSession);
    },

    /** The newest run of a frequency. */
    newest: async (frequency: ScheduledFrequency): Promise<PayoutRun | undefined> => {
      const doc = await runs.findOne({ frequency }, { sort: { day: -1 } });
      return doc === null ? undefined : runOf(doc);
    },

    /** Number of a frequency's runs that were created before a time and are still collecting. */
    countCollecting: (frequency: ScheduledFrequency, before: Date): Promise<number> =>
      runs.countDocuments({ ...hasDue, frequency, createdAt: { $lt: before } }),

    /**
     * Saves a run's progress and ends its claim.
     * @throws conflict `payout_run_changed_meanwhile` where the cursor has moved, or the claim was lost
     */
    save: async (
      { id, ...run }: PayoutRun,
      { work: { cursor }, claim }: ClaimedWork<PayoutRun>,
    ): Promise<void> => {
      const dueAt = run.state === 'collecting' ? now() : null;
      const same = { _id: id, cursor, state: 'collecting' as const, claim };
      const next = { $set: { ...run, dueAt, attempts: 0, claim: null } };
      if ((await runs.updateOne(same, next, inSession)).matchedCount === 1) return;
      throw conflict('payout_run_changed_meanwhile', { message: 'The run changed meanwhile' });
    },

    /** The runs that are still collecting. */
    ...dueWork(runs, { now, itemOf: claimedWork(runOf), keyOf: claimOf }),
  };
};

const inProgressSteps = [
  'sent',
  'settling',
  'releasing',
  'refusing',
  'voiding',
  'withdrawing',
  'retrying',
];
const paidSteps = ['completed', 'restoring', 'reversed'];

const batchList = ({ batches }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    insert: async (batch: PayoutBatch): Promise<void> => {
      await batches.insertOne({ ...toDocument(batch), dueAt: now(), attempts: 0 }, inSession);
    },

    /**
     * Saves a batch's next state and ends its claim. An ended batch is not due any more.
     * @throws conflict `payout_batch_changed_meanwhile` where the status has changed, or the claim was lost
     */
    save: async (
      { id, ...batch }: PayoutBatch,
      { work: { status }, claim }: ClaimedWork<PayoutBatch>,
    ): Promise<void> => {
      const dueAt = batch.endedAt === null ? now() : null;
      const next = { $set: { ...batch, dueAt, attempts: 0, claim: null } };
      if (
        (await batches.updateOne({ _id: id, status, claim }, next, inSession)).matchedCount === 1
      ) {
        return;
      }
      throw conflict('payout_batch_changed_meanwhile', { message: 'The batch changed meanwhile' });
    },

    /** The batches that have not ended. */
    ...dueWork(batches, { now, itemOf: claimedWork(batchOf), keyOf: claimOf }),

    /** @throws not_found */
    get: async (id: string): Promise<PayoutBatch> => {
      const document = await batches.findOne({ _id: id }, inSession);
      if (document === null) throw notFound('not_found', { message: 'There is no such record' });
      return batchOf(document);
    },

    /** One page, newest first. */
    list: async (page: PageRequest): Promise<{ batches: PayoutBatch[]; total: number }> => {
      const { documents, total } = await findPage(batches, {}, page);
      return { batches: documents.map(batchOf), total };
    },
  };
};

const tallies = ({ payouts, batches }: Collections) => ({
  /** Number of batches in a state that were created before a time and have not ended. */
  countOpen: (status: PayoutBatch['status'], before: Date): Promise<number> =>
    batches.countDocuments({ ...hasDue, status, createdAt: { $lt: before } }),

  /**
   * A batch's payouts by state.
   * @returns `reserving`: the payouts of the group that are not reserved yet
   */
  tally: async (batchId: string): Promise<BatchTally & { readonly reserving: number }> => {
    const rows = await payouts
      .aggregate<{ _id: string; count: number; grouped: number }>([
        { $match: { 'scheduled.batchId': batchId } },
        {
          $group: {
            _id: '$step',
            count: { $sum: 1 },
            grouped: { $sum: { $cond: [{ $eq: ['$groupKey', batchId] }, 1, 0] } },
          },
        },
      ])
      .toArray();
    const count = (steps: readonly string[]): number =>
      rows.reduce((sum, row) => sum + (steps.includes(row._id) ? row.count : 0), 0);
    return {
      reserving: rows.find(({ _id }) => _id === 'reserving')?.grouped ?? 0,
      waiting: count(['reserving', 'submitting']),
      inProgress: count(inProgressSteps),
      completed: count(paidSteps),
      failed: count(['failed']),
      held: count(['held']),
    };
  },
});

/** Batches of scheduled payouts. */
export const batchStore = (collections: Collections, now: () => Date, session?: Session) => ({
  ...batchList(collections, now, session),
  ...tallies(collections),
});
