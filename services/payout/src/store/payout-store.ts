import { currentContext } from '@tributary/context';
import { conflict, notFound } from '@tributary/errors';
import { type Payout, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDoc, Session } from './collections.ts';
import { loadedOf, queryOf, type Loaded, type PayoutFilter } from './payout-documents.ts';
import { payoutReports } from './payout-reports.ts';

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

export const payoutStore = (collections: Collections, now: () => Date, session?: Session) => ({
  ...writing(collections, now, session),
  ...taking(collections, now),
  ...reading(collections, session),
  ...payoutReports(collections, session),
});
