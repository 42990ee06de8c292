import type mongoose from 'mongoose';
import { currentContext } from '@tributary/context';
import { conflict, notFound } from '@tributary/errors';
import type { PayoutHistory } from '../domain/hold.ts';
import { type Payout, type Step, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDoc, Session } from './collections.ts';

/** A payout as it was read. */
export interface Loaded {
  readonly payout: Payout;
  readonly version: number;
  /** How often its step was looked at in vain. */
  readonly attempts: number;
  /** Since when it has been in its step. */
  readonly since: Date;
  readonly correlationId: string | null;
}

const loadedOf = (doc: PayoutDoc): Loaded => {
  const { _id, version, dueAt: _dueAt, attempts, correlationId, updatedAt: since, ...rest } = doc;
  return { payout: { ...added, ...rest, id: _id }, version, attempts, since, correlationId };
};

/** Documents of before these fields were there have none. */
const added = { scheduled: null, groupKey: null, invoiceNumber: null, itemId: null };

type Filter = mongoose.mongo.Filter<PayoutDoc>;

const HIDDEN: readonly Step[] = ['reserving', 'voiding', 'void'];

export interface PayoutFilter {
  /** Left out: everybody's, for administrators. */
  readonly affiliateId?: string | undefined;
  readonly status?: 'pending' | 'in_transit' | 'completed' | 'failed' | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Payouts by the time they were asked for; the end is exclusive. */
export interface PayoutSpan {
  readonly affiliateId?: string | undefined;
  readonly status?: PayoutFilter['status'];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Which steps a status stands for, as `statusOf` says it. */
const statusQuery = (status: PayoutFilter['status']): Filter => {
  switch (status) {
    case undefined:
      return { step: { $nin: HIDDEN } };
    case 'pending':
      return {
        $or: [
          { step: { $in: ['held', 'refusing'] } },
          { step: 'submitting', kind: { $ne: 'manual' }, retryCount: 0 },
        ],
      };
    case 'in_transit':
      return {
        $or: [
          { step: { $in: ['sent', 'settling', 'releasing'] } },
          { step: 'submitting', kind: 'manual' },
          { step: 'submitting', retryCount: { $gt: 0 } },
        ],
      };
    case 'completed':
      return { step: { $in: ['completed', 'restoring'] } };
    case 'failed':
      return { step: { $in: ['failed', 'retrying', 'withdrawing', 'reversed'] } };
  }
};

const queryOf = ({
  affiliateId,
  status,
}: Pick<PayoutFilter, 'affiliateId' | 'status'>): Filter => ({
  ...(affiliateId === undefined ? {} : { affiliateId }),
  ...statusQuery(status),
});

const writing = ({ payouts }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const docOf = ({ id, ...payout }: Payout, dueAt: Date): PayoutDoc => {
    const correlationId = currentContext()?.correlationId ?? null;
    const fresh = { version: 1, dueAt, attempts: 0, correlationId, updatedAt: now() };
    return { _id: id, ...payout, ...fresh };
  };
  return {
    insert: async (payout: Payout, dueAt: Date): Promise<void> => {
      await payouts.insertOne(docOf(payout, dueAt), inSession);
    },

    insertMany: async (made: readonly Payout[], dueAt: Date): Promise<void> => {
      if (made.length === 0) return;
      await payouts.insertMany(
        made.map((payout) => docOf(payout, dueAt)),
        inSession,
      );
    },

    /** Saves the next state. @throws conflict where somebody else changed it meanwhile */
    save: async ({ id, ...payout }: Payout, version: number, dueAt: Date | null): Promise<void> => {
      const next = { ...payout, version: version + 1, dueAt, attempts: 0, updatedAt: now() };
      const saved = await payouts.updateOne({ _id: id, version }, { $set: next }, inSession);
      if (saved.matchedCount === 1) return;
      throw conflict('payout_changed_meanwhile', { message: 'The payout changed meanwhile' });
    },
  };
};

const taking = ({ payouts }: Collections, now: () => Date) => ({
  /** Takes one payout whose next step is due, and keeps others off it until `until`. */
  claimDue: async (until: Date): Promise<Loaded | undefined> => {
    const claimed = await payouts.findOneAndUpdate(
      // The type is named because the index holds dates alone.
      { dueAt: { $type: 'date', $lte: now() } },
      { $set: { dueAt: until } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    return claimed === null ? undefined : loadedOf(claimed);
  },

  /** Keeps others off it for longer, unless it changed. */
  keep: async ({ payout, version }: Loaded, until: Date): Promise<void> => {
    await payouts.updateOne({ _id: payout.id, version }, { $set: { dueAt: until } });
  },

  /** Looks at it again later; counts the look that was in vain. */
  postpone: async ({ payout, version }: Loaded, dueAt: Date): Promise<void> => {
    await payouts.updateOne(
      { _id: payout.id, version },
      { $set: { dueAt }, $inc: { attempts: 1 } },
    );
  },
});

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

/** What is read for work on many payouts. */
const readingMany = ({ payouts }: Collections) => ({
  /** A batch's payouts that are to be given to the provider together, oldest first. */
  listGroup: async (groupKey: string): Promise<Loaded[]> => {
    const query = payouts.find({ 'scheduled.batchId': groupKey, step: 'submitting', groupKey });
    return (await query.sort({ _id: 1 }).toArray()).map(loadedOf);
  },

  /** One page of those that wait for a look, newest first. */
  listHeld: async (skip: number, limit: number): Promise<{ payouts: Payout[]; total: number }> => {
    const query = { step: 'held' as const };
    const [docs, total] = await Promise.all([
      payouts.find(query).sort({ updatedAt: -1, _id: -1 }).skip(skip).limit(limit).toArray(),
      payouts.countDocuments(query),
    ]);
    return { payouts: docs.map((doc) => loadedOf(doc).payout), total };
  },

  /** All payouts of a span, oldest first, read as they are taken. */
  span: async function* ({ affiliateId, status, from, to }: PayoutSpan): AsyncIterable<Payout> {
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
  ...taking(collections, now),
  ...reading(collections, session),
  ...readingMany(collections),
  ...summing(collections, session),
});
