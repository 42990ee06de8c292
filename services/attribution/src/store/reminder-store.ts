import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';

export interface OverdueReview {
  readonly conversionId: string;
  readonly brandId: string;
}

/** Flagged conversions without a decision, and whether their brands were reminded. */
export function reminderStore({ assessments, labels, refunds }: Collections, session?: Session) {
  const options = session === undefined ? {} : { session };
  const joined = (from: Collections['labels'] | Collections['refunds'], as: string) => ({
    $lookup: { from: from.collectionName, localField: '_id', foreignField: '_id', as },
  });
  return {
    /** Conversions flagged before then, neither decided nor reversed nor reminded of, the oldest first. */
    listOverdue: async (before: Date, limit: number): Promise<OverdueReview[]> =>
      assessments
        .aggregate<OverdueReview>([
          { $match: { isOpen: true, assessedAt: { $lt: before.toISOString() } } },
          { $sort: { assessedAt: 1 } },
          joined(labels, 'labels'),
          { $match: { labels: [] } },
          joined(refunds, 'refunds'),
          { $match: { 'refunds.isReversed': { $ne: true } } },
          { $limit: limit },
          { $project: { _id: 0, conversionId: '$_id', brandId: 1 } },
        ])
        .toArray(),
    /** No further reminder is sent for these. */
    markReminded: async (conversionIds: readonly string[], at: Date): Promise<void> => {
      const where = { _id: { $in: [...conversionIds] } };
      const update = { $set: { remindedAt: at }, $unset: { isOpen: '' } } as const;
      await assessments.updateMany(where, update, options);
    },
  };
}
