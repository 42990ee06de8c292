import { conflict, notFound } from '@tributary/errors';
import type { PayoutHistory } from '../domain/hold.ts';
import { type Payout, type Step, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDoc, Session } from './collections.ts';

/** A payout with the version that was read. */
export interface Loaded {
  readonly payout: Payout;
  readonly version: number;
}

const loadedOf = ({
  _id,
  version,
  dueAt: _dueAt,
  updatedAt: _updatedAt,
  ...rest
}: PayoutDoc): Loaded => ({
  payout: { id: _id, ...rest },
  version,
});

const HIDDEN: readonly Step[] = ['reserving', 'voiding', 'void'];

export interface PayoutFilter {
  /** Left out: everybody's, for administrators. */
  readonly affiliateId?: string | undefined;
  readonly status?: 'pending' | 'in_transit' | 'completed' | 'failed' | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Which steps a status stands for; a manual payout is in transit while it is being submitted. */
const statusQuery = (status: PayoutFilter['status']) => {
  switch (status) {
    case undefined:
      return { step: { $nin: HIDDEN } };
    case 'pending':
      return {
        $or: [
          { step: 'held' as const },
          { step: 'submitting' as const, kind: 'requested' as const },
        ],
      };
    case 'in_transit':
      return {
        $or: [
          { step: { $in: ['sent', 'settling', 'releasing'] satisfies Step[] } },
          { step: 'submitting' as const, kind: 'manual' as const },
        ],
      };
    case 'completed':
      return { step: { $in: ['completed', 'restoring'] satisfies Step[] } };
    case 'failed':
      return { step: { $in: ['failed', 'reversed'] satisfies Step[] } };
  }
};

const queryOf = ({ affiliateId, status }: Pick<PayoutFilter, 'affiliateId' | 'status'>) => ({
  ...(affiliateId === undefined ? {} : { affiliateId }),
  ...statusQuery(status),
});

const writing = ({ payouts }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    insert: async ({ id, ...payout }: Payout, dueAt: Date): Promise<void> => {
      await payouts.insertOne(
        { _id: id, ...payout, version: 1, dueAt, updatedAt: now() },
        inSession,
      );
    },

    /** Saves the next state. @throws conflict where somebody else changed it meanwhile */
    save: async ({ id, ...payout }: Payout, version: number, dueAt: Date | null): Promise<void> => {
      const next = { ...payout, version: version + 1, dueAt, updatedAt: now() };
      const saved = await payouts.replaceOne({ _id: id, version }, next, inSession);
      if (saved.matchedCount === 1) return;
      throw conflict('payout_changed_meanwhile', { message: 'The payout changed meanwhile' });
    },

    /** Takes up to one payout whose next step is due, and keeps others off it until `until`. */
    claimDue: async (until: Date): Promise<Loaded | undefined> => {
      const due = { dueAt: { $lte: now() } };
      const claimed = await payouts.findOneAndUpdate(
        due,
        { $set: { dueAt: until } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      );
      return claimed === null ? undefined : loadedOf(claimed);
    },

    /** Looks at it again later; nothing else changes. */
    postpone: async (id: string, version: number, dueAt: Date): Promise<void> => {
      await payouts.updateOne({ _id: id, version }, { $set: { dueAt } }, inSession);
    },
  };
};

const reading = ({ payouts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The payout, of this affiliate where one is given. @throws not_found, also where it never came to be */
    get: async (id: string, affiliateId?: string): Promise<Loaded> => {
      const owner = affiliateId === undefined ? {} : { affiliateId };
      const doc = await payouts.findOne({ _id: id, ...owner }, inSession);
      if (doc === null || statusOf(doc) === undefined) {
        throw notFound('not_found', { message: 'There is no such payout' });
      }
      return loadedOf(doc);
    },

    /** The payout whatever its step, for going on with it. */
    load: async (id: string): Promise<Loaded | undefined> => {
      const doc = await payouts.findOne({ _id: id }, inSession);
      return doc === null ? undefined : loadedOf(doc);
    },

    /** One page, newest first. */
    list: async ({
      skip,
      limit,
      ...filter
    }: PayoutFilter): Promise<{ payouts: Payout[]; total: number }> => {
      const query = queryOf(filter);
      const [docs, total] = await Promise.all([
        payouts.find(query).sort({ requestedAt: -1, _id: -1 }).skip(skip).limit(limit).toArray(),
        payouts.countDocuments(query),
      ]);
      return { payouts: docs.map((doc) => loadedOf(doc).payout), total };
    },
  };
};

const summing = ({ payouts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The sum of an affiliate's payouts of a status in one currency, minor units. */
    sum: async (
      affiliateId: string,
      asked: { status: NonNullable<PayoutFilter['status']>; currency: string },
    ): Promise<number> => {
      const [row] = await payouts
        .aggregate<{ total: number }>([
          {
            $match: { ...queryOf({ affiliateId, status: asked.status }), currency: asked.currency },
          },
          { $group: { _id: null, total: { $sum: '$amountMinor' } } },
        ])
        .toArray();
      return row?.total ?? 0;
    },

    /** What the checks of a manual payout look at. */
    historyOf: async (affiliateId: string, now: Date): Promise<PayoutHistory> => {
      const since = new Date(now.getTime() - 86_400_000);
      const [row] = await payouts
        .aggregate<PayoutHistory>([
          { $match: { affiliateId, step: { $nin: HIDDEN } } },
          {
            $group: {
              _id: null,
              lastDay: { $sum: { $cond: [{ $gte: ['$requestedAt', since] }, 1, 0] } },
              completed: { $sum: { $cond: [{ $eq: ['$step', 'completed'] }, 1, 0] } },
              meanMinor: {
                $avg: { $cond: [{ $eq: ['$step', 'completed'] }, '$amountMinor', null] },
              },
            },
          },
        ])
        .toArray();
      return row ?? { lastDay: 0, completed: 0, meanMinor: 0 };
    },

    /** Whether anything was ever paid out: only then is a new destination a change. */
    hasPayouts: async (affiliateId: string): Promise<boolean> =>
      (await payouts.findOne({ affiliateId, step: { $nin: HIDDEN } }, inSession)) !== null,
  };
};

export const payoutStore = (collections: Collections, now: () => Date, session?: Session) => ({
  ...writing(collections, now, session),
  ...reading(collections, session),
  ...summing(collections, session),
});
