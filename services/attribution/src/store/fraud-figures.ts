import { REVIEW_THRESHOLD } from '../domain/fraud-weights.ts';
import { type FraudFigures } from '../domain/fraud-analysis.ts';
import { type Models } from './models.ts';

export interface FraudFilter {
  readonly brandId: string;
  readonly campaignId?: string | undefined;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

const MOST_AFFILIATES = 10_000;

interface Facets {
  readonly totals: readonly {
    readonly conversions: number;
    readonly average: number;
    readonly highRisk: number;
    readonly flagged: number;
  }[];
  readonly factors: readonly { readonly _id: string; readonly count: number }[];
  readonly affiliates: readonly {
    readonly _id: string;
    readonly conversions: number;
    readonly average: number;
  }[];
}

const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });

const facets = {
  totals: [
    {
      $group: {
        _id: null,
        conversions: { $sum: 1 },
        average: { $avg: '$fraudScore' },
        highRisk: one({ $gt: ['$fraudScore', REVIEW_THRESHOLD] }),
        flagged: one({ $eq: ['$requiresReview', true] }),
      },
    },
  ],
  factors: [
    { $unwind: '$factors' },
    { $match: { 'factors.contribution': { $gt: 0 } } },
    { $group: { _id: '$factors.factor', count: { $sum: 1 } } },
    { $sort: { count: -1, _id: 1 } },
  ],
  affiliates: [
    { $match: { affiliateId: { $ne: null } } },
    {
      $group: {
        _id: '$affiliateId',
        conversions: { $sum: 1 },
        average: { $avg: '$fraudScore' },
      },
    },
    { $match: { average: { $gt: 0 } } },
    { $sort: { average: -1, _id: 1 } },
    { $limit: MOST_AFFILIATES },
  ],
};

/** A brand's assessments, summed up. */
export const fraudFigures = ({ assessments }: Models) => ({
  sum: async ({ brandId, campaignId, from, to }: FraudFilter): Promise<FraudFigures> => {
    const match = {
      brandId,
      ...(campaignId === undefined ? {} : { campaignId }),
      convertedAt: { $gte: from, $lt: to },
    };
    const [found] = await assessments.collection
      .aggregate<Facets>([
        { $match: match },
        { $project: { affiliateId: 1, fraudScore: 1, requiresReview: 1, factors: 1 } },
        {
          $facet: facets,
        },
      ])
      .toArray();
    const totals = found?.totals[0] ?? { conversions: 0, average: 0, highRisk: 0, flagged: 0 };
    return {
      conversions: totals.conversions,
      averageScore: totals.average,
      highRisk: totals.highRisk,
      flagged: totals.flagged,
      factors: (found?.factors ?? []).map(({ _id: factor, count }) => ({ factor, count })),
      affiliates: (found?.affiliates ?? []).map(({ _id, conversions, average }) => ({
        affiliateId: _id,
        conversions,
        averageScore: average,
      })),
    };
  },
});
