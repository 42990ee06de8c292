import { currentContext } from '@tributary/context';
import { conflict, notFound } from '@tributary/errors';
import { findPage, type Session, toDocument } from '@tributary/mongo';
import { storedTraceparent } from '@tributary/tracing';
import { type Payout, statusOf } from '../domain/payout.ts';
import type { Collections, PayoutDocument } from './collections.ts';
import { dueWork } from './due-work.ts';
import {
  claimedOf,
  loadedOf,
  type LoadedPayout,
  type PayoutFilter,
  type PayoutPage,
  payoutPageOf,
  queryOf,
} from './payout-documents.ts';
import { payoutReports } from './payout-reports.ts';

const CHANGED = 'payout_changed_meanwhile';

/** What a decision was made on. */
type DecidedOn = Pick<LoadedPayout, 'version' | 'claim'>;

/** A payout's next state, what it was decided on, and when its next step is due. */
export interface NextPayout extends DecidedOn {
  readonly payout: Payout;
  readonly dueAt: Date | null;
}

const writing = ({ payouts }: Collections, now: () => Date, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const documentOf = (payout: Payout, dueAt: Date): PayoutDocument => {
    const correlationId = currentContext()?.correlationId ?? null;
    const fresh = { version: 1, dueAt, attempts: 0, correlationId, updatedAt: now() };
    return { ...toDocument(payout), ...fresh, ...storedTraceparent() };
  };
  /**
   * Saves each payout's next state and ends its claim.
   * @throws conflict `payout_changed_meanwhile` where a version is stale, or the claim of a decision was lost
   */
  const saveMany = async (next: readonly NextPayout[]): Promise<void> => {
    const fresh = { attempts: 0, claim: null, updatedAt: now() };
    const writes = next.map(({ payout: { id, ...payout }, version, claim, dueAt }) => {
      const filter = { _id: id, version, ...(claim === null ? {} : { claim }) };
      const fields = { ...payout, ...fresh, version: version + 1, dueAt };
      return { updateOne: { filter, update: { $set: fields } } };
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
    save: (payout: Payout, { version, claim }: DecidedOn, dueAt: Date | null): Promise<void> =>
      saveMany([{ payout, version, claim, dueAt }]),
  };
};

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

    /** Whether the ledger may hold an amount of another abandoned payout of the affiliate, or did at that time. */
    hasUnreleased: async (
      { id, affiliateId }: Pick<Payout, 'id' | 'affiliateId'>,
      at: Date,
    ): Promise<boolean> => {
      // A payout that the ledger refused has its reason.
      const found = await payouts.findOne({
        ...{ _id: { $ne: id }, affiliateId },
        $or: [
          { step: 'withdrawing' },
          { step: 'voiding', failureReason: null },
          { step: 'void', failureReason: null, updatedAt: { $gte: at } },
        ],
      });
      return found !== null;
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
  /** Payouts whose next step is due. */
  ...dueWork(collections.payouts, {
    now,
    itemOf: claimedOf,
    keyOf: ({ payout, claim }) => ({ _id: payout.id, claim }),
  }),
  ...reading(collections, session),
  ...payoutReports(collections, session),
});
