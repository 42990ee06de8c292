import { findPage, type PageRequest, type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import type { PayoutAccount } from '../domain/account.ts';
import type { PayoutHistory } from '../domain/hold.ts';
import { type Payout, type Step, UNDER_WAY } from '../domain/payout.ts';
import { PAID_STEPS, RESERVED_STEPS } from '../domain/reconciliation.ts';
import type { Collections } from './collections.ts';
import {
  HIDDEN,
  type LoadedPayout,
  loadedOf,
  type PayoutFilter,
  type PayoutPage,
  payoutPageOf,
  type PayoutSpan,
  queryOf,
} from './payout-documents.ts';

/** Lists and streams of payouts. */
const listing = ({ payouts }: Collections) => ({
  /** A batch's payouts to submit together, oldest first. */
  listGroup: async (groupKey: string): Promise<LoadedPayout[]> => {
    const query = payouts.find({ 'scheduled.batchId': groupKey, step: 'submitting', groupKey });
    return (await query.sort({ _id: 1 }).toArray()).map(loadedOf);
  },

  /** One page of the held payouts, newest first. */
  listHeld: async (page: PageRequest): Promise<PayoutPage> => {
    const sort = { updatedAt: -1, _id: -1 } as const;
    return payoutPageOf(await findPage(payouts, { step: 'held' }, { ...page, sort }));
  },

  /** All payouts of a time span, oldest first, as a stream. */
  stream: async function* ({ affiliateId, status, from, to }: PayoutSpan): AsyncIterable<Payout> {
    const since = from === undefined ? {} : { $gte: from };
    const until = to === undefined ? {} : { $lt: to };
    const requestedAt = { $gte: new Date(0), ...since, ...until };
    const query = { ...queryOf({ affiliateId, status }), requestedAt };
    const found = payouts.find(query).sort({ requestedAt: 1, _id: 1 }).batchSize(500);
    for await (const doc of found) yield loadedOf(doc).payout;
  },
});

const summing = ({ payouts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The sum of an affiliate's payouts of a status in one currency, minor units. */
    sum: async (
      affiliateId: string,
      { status, currency }: { status: NonNullable<PayoutFilter['status']>; currency: string },
    ): Promise<number> => {
      const [row] = await payouts
        .aggregate<{ total: number }>([
          {
            $match: { ...queryOf({ affiliateId, status }), currency },
          },
          { $group: { _id: null, total: { $sum: '$amountMinor' } } },
        ])
        .toArray();
      return row?.total ?? 0;
    },

    /** The affiliate's other payouts, for the hold checks of this one. */
    historyOf: async (
      { id, affiliateId }: Pick<Payout, 'id' | 'affiliateId'>,
      now: Date,
    ): Promise<PayoutHistory> => {
      const since = new Date(now.getTime() - DAY_MS);
      const [row] = await payouts
        .aggregate<PayoutHistory>(
          [
            { $match: { affiliateId, _id: { $ne: id }, step: { $nin: HIDDEN } } },
            {
              $group: {
                _id: null,
                lastDay: { $sum: { $cond: [{ $gte: ['$requestedAt', since] }, 1, 0] } },
                firstAt: { $min: '$requestedAt' },
                completed: { $sum: { $cond: [{ $eq: ['$step', 'completed'] }, 1, 0] } },
                meanMinor: {
                  $avg: { $cond: [{ $eq: ['$step', 'completed'] }, '$amountMinor', null] },
                },
              },
            },
          ],
          inSession,
        )
        .toArray();
      return row ?? { lastDay: 0, completed: 0, meanMinor: 0, firstAt: null };
    },
  };
};

/** Whether there are payouts. */
const existence = ({ payouts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Whether the affiliate ever had a payout; only then is a new destination a change. */
    hasPayouts: async (affiliateId: string): Promise<boolean> =>
      (await payouts.findOne({ affiliateId, step: { $nin: HIDDEN } }, inSession)) !== null,

    /** Whether a payout to this account is under way. */
    hasUnderWay: async ({ affiliateId, id: accountId }: PayoutAccount): Promise<boolean> => {
      const underWay = { affiliateId, accountId, step: { $in: UNDER_WAY } };
      return (await payouts.findOne(underWay, inSession)) !== null;
    },
  };
};

/** Reads for the comparison of the books. */
const readingBooks = ({ payouts }: Collections) => ({
  listByIds: async (ids: readonly string[]): Promise<Payout[]> => {
    const docs = await payouts.find({ _id: { $in: [...ids] } }).toArray();
    return docs.map((doc) => loadedOf(doc).payout);
  },

  /** Payouts requested since a time that a provider must have paid. */
  streamPaid: async function* (provider: Payout['provider'], since: Date): AsyncIterable<Payout> {
    const query = { provider, step: { $in: PAID_STEPS }, requestedAt: { $gte: since } };
    for await (const doc of payouts.find(query)) yield loadedOf(doc).payout;
  },

  /** All affiliates who ever had a payout. */
  streamAffiliates: async function* (): AsyncIterable<string> {
    const rows = payouts.aggregate<{ _id: string }>([{ $group: { _id: '$affiliateId' } }]);
    for await (const { _id } of rows) yield _id;
  },

  /** The sums of an affiliate's payouts, US cents. */
  sumsOf: async (affiliateId: string) => {
    const sumOf = (steps: readonly Step[]) => ({
      $sum: { $cond: [{ $in: ['$step', steps] }, '$amountMinor', 0] },
    });
    const [row] = await payouts
      .aggregate<{ paidMinor: number; reservedMinor: number }>([
        { $match: { affiliateId } },
        {
          $group: { _id: null, paidMinor: sumOf(PAID_STEPS), reservedMinor: sumOf(RESERVED_STEPS) },
        },
      ])
      .toArray();
    return { paidMinor: row?.paidMinor ?? 0, reservedMinor: row?.reservedMinor ?? 0 };
  },

  /** Number of payouts that entered a step before a time and are still in it. */
  countSince: async (step: Step, before: Date): Promise<number> =>
    payouts.countDocuments({ step, updatedAt: { $lt: before } }),

  /** When the payout entered a step that has been in it for longest; undefined where none is. */
  findOldestSince: async (step: Step): Promise<Date | undefined> =>
    (await payouts.findOne({ step }, { sort: { updatedAt: 1 } }))?.updatedAt,
});

/** Reads of many payouts at a time. */
export const payoutReports = (collections: Collections, session?: Session) => ({
  ...listing(collections),
  ...readingBooks(collections),
  ...summing(collections, session),
  ...existence(collections, session),
});
