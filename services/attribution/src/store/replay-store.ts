import { type StandingConversion } from '../domain/replay.ts';
import { assessmentOf } from './assessment-store.ts';
import { type AssessmentRow, type Models } from './models.ts';

interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

type ReplayRow = AssessmentRow & {
  readonly rejections: readonly unknown[];
  readonly refunds: readonly { readonly refundedMinor: number }[];
};

/** A campaign's credited conversions of a time that still stand: neither rejected nor reversed. */
export function replayStore({ assessments, labels, refunds }: Models) {
  const matchOf = (campaignId: string, { from, to }: Period) => ({
    campaignId,
    convertedAt: { $gte: from, $lt: to },
    'shares.0': { $exists: true },
    inputs: { $exists: true },
  });
  const lookup = (from: string, match: object, as: string) => ({
    $lookup: {
      from,
      localField: '_id',
      foreignField: '_id',
      pipeline: [{ $match: match }],
      as,
    },
  });
  return {
    count: (campaignId: string, period: Period, atMost: number): Promise<number> =>
      assessments.collection.countDocuments(matchOf(campaignId, period), { limit: atMost }),
    stream: async function* (
      campaignId: string,
      period: Period,
    ): AsyncGenerator<StandingConversion> {
      const cursor = assessments.collection.aggregate<ReplayRow>([
        { $match: matchOf(campaignId, period) },
        { $sort: { convertedAt: 1, _id: 1 } },
        lookup(labels.collection.collectionName, { decision: 'rejected' }, 'rejections'),
        { $match: { rejections: [] } },
        lookup(refunds.collection.collectionName, {}, 'refunds'),
        { $match: { 'refunds.isReversed': { $ne: true } } },
      ]);
      for await (const { rejections: _none, refunds: found, ...row } of cursor) {
        yield { assessment: assessmentOf(row), refundedMinor: found[0]?.refundedMinor ?? 0 };
      }
    },
  };
}
