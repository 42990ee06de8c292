import { randomUUIDv7 } from 'node:crypto';
import { currentContext } from '@tributary/context';
import { conflict, notFound } from '@tributary/errors';
import { type Payout, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDoc, Session } from './collections.ts';
import { loadedOf, queryOf, type LoadedPayout, type PayoutFilter } from './payout-documents.ts';
import { payoutReports } from './payout-reports.ts';

const CHANGED = 'payout_changed_meanwhile';

/** The next state of a payout that was decided on `version` of it. */
export interface MovedPayout {
  readonly payout: Payout;
  readonly version: number;
  readonly dueAt: Date | null;
}

const writing = ({ payouts }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const docOf = ({ id, ...payout }: Payout, dueAt: Date): PayoutDoc => {
    const correlationId = currentContext()?.correlationId ?? null;
    const fresh = { version: 1, dueAt, attempts: 0, correlationId, updatedAt: now() };
    return { _id: id, ...payout, ...fresh };
  };
  /** Saves the next state of each. @throws conflict where somebody else changed one of them meanwhile */
  const saveMany = async (moved: readonly MovedPayout[]): Promise<void> => {
    const fresh = { attempts: 0, updatedAt: now() };
    const writes = moved.map(({ payout: { id, ...payout }, version, dueAt }) => {
      const next = { ...payout, ...fresh, version: version + 1, dueAt };
      return { updateOne: { filter: { _id: id, version }, update: { $set: next } } };
    });
    const saved = await payouts.bulkWrite(writes, { ...inSession, ordered: true });
    if (saved.matchedCount === moved.length) return;
    throw conflict(CHANGED, { message: 'The payout changed meanwhile' });
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

    saveMany,

    /** The same of one. */
    save: (payout: Payout, version: number, dueAt: Date | null): Promise<void> =>
      saveMany([{ payout, version, dueAt }]),
  };
};

const taking = ({ payouts }: Collections, now: () => Date) => ({
  /** Takes payouts whose next step is due, the oldest first, and keeps others off them until `until`. */
  claimDue: async (until: Date, limit: number): Promise<LoadedPayout[]> => {
    // The type is named because the index holds dates alone.
    const due = { dueAt: { $type: 'date' as const, $lte: now() } };
    const oldest = payouts
      .find(due, { projection: { _id: 1 } })
      .sort({ dueAt: 1 })
      .limit(limit);
    const ids = (await oldest.toArray()).map(({ _id }) => _id);
    if (ids.length === 0) return [];
    // Of several who claim one at once the first gets it: then it is due no more.
    const claim = randomUUIDv7();
    await payouts.updateMany({ _id: { $in: ids }, ...due }, { $set: { dueAt: until, claim } });
    const claimed = await payouts.find({ _id: { $in: ids }, claim }).toArray();
    return claimed.map(loadedOf);
  },

  /** Keeps others off it for longer, unless it changed. */
  renewLease: async ({ payout, version }: LoadedPayout, until: Date): Promise<void> => {
    await payouts.updateOne({ _id: payout.id, version }, { $set: { dueAt: until } });
  },

  /** Looks at it again later; counts the look that was in vain. */
  postpone: async ({ payout, version }: LoadedPayout, dueAt: Date): Promise<void> => {
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
    get: async (id: string, affiliateId?: string): Promise<LoadedPayout> => {
      const owner = affiliateId === undefined ? {} : { affiliateId };
      const doc = await payouts.findOne({ _id: id, ...owner }, inSession);
      if (doc === null || statusOf(doc) === undefined) {
        throw notFound('not_found', { message: 'There is no such payout' });
      }
      return loadedOf(doc);
    },

    /** The payout whatever its step, for going on with it. */
    load: async (id: string): Promise<LoadedPayout | undefined> => {
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
