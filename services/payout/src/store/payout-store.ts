import { currentContext } from '@tributary/context';
import { conflict, notFound } from '@tributary/errors';
import { findPage, type Session, toDocument } from '@tributary/mongo';
import { dueDocuments, type WorkQueue } from '@tributary/work';
import { after } from '../domain/due.ts';
import { type Payout, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDocument } from './collections.ts';
import {
  loadedOf,
  type LoadedPayout,
  type PayoutFilter,
  type PayoutPage,
  payoutPageOf,
  queryOf,
} from './payout-documents.ts';
import { payoutReports } from './payout-reports.ts';

const CHANGED = 'payout_changed_meanwhile';

/** A payout's next state, and the version that it was decided on. */
export interface NextPayout {
  readonly payout: Payout;
  readonly version: number;
  readonly dueAt: Date | null;
}

const writing = ({ payouts }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const documentOf = (payout: Payout, dueAt: Date): PayoutDocument => {
    const correlationId = currentContext()?.correlationId ?? null;
    const fresh = { version: 1, dueAt, attempts: 0, correlationId, updatedAt: now() };
    return { ...toDocument(payout), ...fresh };
  };
  /** Saves each payout's next state. @throws conflict `payout_changed_meanwhile` where a version is stale */
  const saveMany = async (next: readonly NextPayout[]): Promise<void> => {
    const fresh = { attempts: 0, updatedAt: now() };
    const writes = next.map(({ payout: { id, ...payout }, version, dueAt }) => {
      const fields = { ...payout, ...fresh, version: version + 1, dueAt };
      return { updateOne: { filter: { _id: id, version }, update: { $set: fields } } };
    });
    const saved = await payouts.bulkWrite(writes, { ...inSession, ordered: true });
    if (saved.matchedCount === next.length) return;
    throw conflict(CHANGED, { message: 'The payout changed meanwhile' });
  };
  return {
    insert: async (payout: Payout, dueAt: Date): Promise<void> => {
      await payouts.insertOne(documentOf(payout, dueAt), inSession);
    },

    insertMany: async (made: readonly Payout[], dueAt: Date): Promise<void> => {
      if (made.length === 0) return;
      await payouts.insertMany(
        made.map((payout) => documentOf(payout, dueAt)),
        inSession,
      );
    },

    saveMany,

    /** Saves one payout's next state. @throws conflict `payout_changed_meanwhile` */
    save: (payout: Payout, version: number, dueAt: Date | null): Promise<void> =>
      saveMany([{ payout, version, dueAt }]),
  };
};

const claiming = ({ payouts }: Collections, now: () => Date) => ({
  /** Payouts whose next step is due, as a queue. A claim ends with its lease, or when the payout changes. */
  dueSteps: (leaseMs: number): WorkQueue<LoadedPayout> => {
    const due = dueDocuments(payouts, { leaseMs, now });
    const claimed = ({ payout, version, claim }: LoadedPayout) => ({
      _id: payout.id,
      version,
      claim,
    });
    return {
      claim: async (limit) => (await due.claim(limit)).map(loadedOf),
      renew: async (loaded) => {
        const dueAt = after(now(), leaseMs);
        return (await payouts.updateOne(claimed(loaded), { $set: { dueAt } })).matchedCount === 1;
      },
      release: async (items) => {
        const update = { $set: { dueAt: now() } };
        await payouts.bulkWrite(
          items.map((loaded) => ({ updateOne: { filter: claimed(loaded), update } })),
          { ordered: false },
        );
      },
    };
  },

  /** Schedules the next attempt, and counts the one without result. */
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
    /** A payout, of this affiliate where one is given. @throws not_found, also where it could not be made */
    get: async (id: string, affiliateId?: string): Promise<LoadedPayout> => {
      const owner = affiliateId === undefined ? {} : { affiliateId };
      const doc = await payouts.findOne({ _id: id, ...owner }, inSession);
      if (doc === null || statusOf(doc) === undefined) {
        throw notFound('not_found', { message: 'There is no such payout' });
      }
      return loadedOf(doc);
    },

    /** A payout in any step. */
    load: async (id: string): Promise<LoadedPayout | undefined> => {
      const doc = await payouts.findOne({ _id: id }, inSession);
      return doc === null ? undefined : loadedOf(doc);
    },

    /** One page, newest first. */
    list: async ({ skip, limit, ...filter }: PayoutFilter): Promise<PayoutPage> => {
      const page = { skip, limit, sort: { requestedAt: -1, _id: -1 } } as const;
      return payoutPageOf(await findPage(payouts, queryOf(filter), page));
    },
  };
};

export const payoutStore = (collections: Collections, now: () => Date, session?: Session) => ({
  ...writing(collections, now, session),
  ...claiming(collections, now),
  ...reading(collections, session),
  ...payoutReports(collections, session),
});
