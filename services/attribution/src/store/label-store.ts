import { type RejectionReason, revisionOf } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { type ReviewHistory } from '../domain/evidence.ts';
import { ofFraud } from '../domain/label.ts';
import { type Days, openDailyHistories } from './daily-histories.ts';
import { DAY_MS } from '@tributary/units';
import { listLinkedAccounts } from './linked-accounts.ts';
import { type LabelDocument, type Collections } from './collections.ts';

const HISTORY_DAYS = 90;
const NONE: ReviewHistory = { reviewed: 0, fraud: 0 };

/** Brands' reviews of conversions. */
export const labelStore = ({ labels, assessments }: Collections, session?: Session) => ({
  findKnown: async (conversionIds: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: [...conversionIds] } };
    const options = session === undefined ? {} : { session };
    const query = labels.find(where, { ...options, projection: { _id: 1 } });
    return new Set((await query.toArray()).map(({ _id }) => _id));
  },
  /** When these conversions were reviewed, by conversion. */
  listReviewed: async (
    conversionIds: readonly string[],
  ): Promise<Map<string, { readonly reviewedAt: Date }>> => {
    const where = { _id: { $in: [...conversionIds] } };
    const found = await labels.find(where, { projection: { reviewedAt: 1 } }).toArray();
    return new Map(found.map(({ _id, reviewedAt }) => [_id, { reviewedAt }]));
  },
  /** Deletes reviews of earlier revisions of these conversions. */
  deleteEarlier: async (
    assessed: readonly { readonly conversionId: string; readonly revision?: number | undefined }[],
  ): Promise<void> => {
    const options = session === undefined ? {} : { session };
    for (const one of assessed.filter((other) => revisionOf(other) > 0)) {
      const revision = { $not: { $gte: revisionOf(one) } };
      await labels.deleteOne({ _id: one.conversionId, revision }, options);
    }
  },
  /** Saves why brands refused held commissions of orders that they had approved. */
  saveRefusals: async (
    refused: readonly { readonly conversionId: string; readonly refusedAs: RejectionReason }[],
  ): Promise<void> => {
    const updates = refused.map(({ conversionId: _id, refusedAs }) => ({
      updateOne: { filter: { _id }, update: { $set: { refusedAs } } },
    }));
    await labels.bulkWrite(updates, session === undefined ? {} : { session });
  },
  /** Adds reviews, and closes their conversions' open reviews. Rejects with the duplicate key error of a known review. */
  create: async (added: readonly LabelDocument[]): Promise<void> => {
    const options = session === undefined ? {} : { session };
    await labels.insertMany([...added], options);
    const decided = { _id: { $in: added.map(({ _id }) => _id) }, isOpen: true as const };
    await assessments.updateMany(decided, { $unset: { isOpen: '' } }, options);
  },
});

/** How many of an affiliate's orders brands reviewed, and how many were fraud, with those of its owner's other accounts. */
const reviewCounter =
  ({ labels, identities }: Collections) =>
  async (affiliateId: string, reviewedAt: Days): Promise<ReviewHistory> => {
    const countOf = async (ids: readonly string[]) => {
      const where = { affiliateId: { $in: [...ids] }, reviewedAt };
      const [reviewed, fraud] = await Promise.all([
        labels.countDocuments(where),
        labels.countDocuments({ ...where, ...ofFraud }),
      ]);
      return { reviewed, fraud };
    };
    const [own, linked] = await Promise.all([
      countOf([affiliateId]),
      listLinkedAccounts(identities, affiliateId),
    ]);
    if (linked.length === 0) return own;
    const by = [...new Set(linked.flatMap((one) => one.by))].sort();
    const others = await countOf(linked.map(({ accountId }) => accountId));
    const suspended = linked.filter(({ isSuspended }) => isSuspended).length;
    return { ...own, linked: { accounts: linked.length, suspended, by, ...others } };
  };

/** The same over the days before orders, and until now. */
export function openReviewHistories(collections: Collections) {
  const count = reviewCounter(collections);
  return {
    ...openDailyHistories<ReviewHistory>({ days: HISTORY_DAYS, none: NONE, count }),
    countUntil: (affiliateId: string, now: Date): Promise<ReviewHistory> =>
      count(affiliateId, { $gte: new Date(now.getTime() - HISTORY_DAYS * DAY_MS), $lt: now }),
  };
}
