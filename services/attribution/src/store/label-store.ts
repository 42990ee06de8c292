import { type Session } from '@tributary/mongo';
import { type ReviewHistory } from '../domain/evidence.ts';
import { openDailyHistories } from './daily-histories.ts';
import { type LabelRow, type Models } from './models.ts';

const HISTORY_DAYS = 90;
const NONE: ReviewHistory = { reviewed: 0, rejected: 0 };

/** Brands' reviews of conversions. */
export const labelStore = ({ labels, assessments }: Models, session?: Session) => ({
  findKnown: async (conversionIds: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    const options = session === undefined ? {} : { session };
    const query = labels.collection.find(where, { ...options, projection: { _id: 1 } });
    const rows = (await query.toArray()) as unknown as LabelRow[];
    return new Set(rows.map(({ _id }) => _id));
  },
  /** Adds reviews, and closes their conversions' open reviews. Rejects with the duplicate key error of a known review. */
  create: async (rows: readonly LabelRow[]): Promise<void> => {
    const options = session === undefined ? {} : { session };
    await labels.collection.insertMany([...rows] as never[], options);
    const decided = { _id: { $in: rows.map(({ _id }) => _id) }, isOpen: true } as never;
    await assessments.collection.updateMany(decided, { $unset: { isOpen: '' } }, options);
  },
});

/** How many of affiliates' orders brands reviewed, and how many they rejected. */
export const openReviewHistories = ({ labels }: Models) =>
  openDailyHistories({
    days: HISTORY_DAYS,
    none: NONE,
    count: async (affiliateId, reviewedAt) => {
      const [reviewed, rejected] = await Promise.all([
        labels.collection.countDocuments({ affiliateId, reviewedAt }),
        labels.collection.countDocuments({ affiliateId, reviewedAt, decision: 'rejected' }),
      ]);
      return { reviewed, rejected };
    },
  });
