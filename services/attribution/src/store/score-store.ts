import { DAY_MS } from '@tributary/units';
import { SCORE_BINS, type ScoreCounts } from '../domain/drift.ts';
import { batchesOf } from './batches.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';
import { type DriftDocument } from './fraud-collections.ts';

const BATCH_SIZE = 500;
const MAX_DRIFTS = 30;

/** Whole days, the end excluded. */
export interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

/** An order with its verdicts, for comparisons with other weights and thresholds. */
export type ScoredOrder = Pick<
  AssessmentDocument,
  | '_id'
  | 'affiliateId'
  | 'brandId'
  | 'factors'
  | 'fraudScore'
  | 'inputs'
  | 'second'
  | 'weightsVersion'
>;

const PROJECTION = {
  ...{ affiliateId: 1, brandId: 1, fraudScore: 1, weightsVersion: 1, second: 1 },
  ...{ 'factors.factor': 1, 'factors.value': 1, 'factors.weight': 1 },
  ...{ 'inputs.reviewThreshold': 1, 'inputs.order.valueMinor': 1, 'inputs.order.currency': 1 },
} as const;

interface ScoreGroup {
  readonly _id: { readonly score: number; readonly factors: readonly string[] };
  readonly orders: number;
}

/** Orders with the same signs and tenth of the score are one group. */
const bySigns = [
  {
    $group: {
      _id: {
        score: { $ceil: { $multiply: ['$fraudScore', SCORE_BINS - 1] } },
        factors: {
          $map: {
            input: { $filter: { input: '$factors', cond: { $gt: ['$$this.contribution', 0] } } },
            in: '$$this.factor',
          },
        },
      },
      orders: { $sum: 1 },
    },
  },
];

/** Scores of many orders. */
export const scoreStore = ({ assessments, drifts }: Collections) => ({
  /** First verdicts of these rules in a period. */
  count: async (rulesVersion: string, { from, to }: Period): Promise<ScoreCounts> => {
    const match = {
      convertedAt: { $gte: from, $lt: to },
      weightsVersion: { $gte: rulesVersion, $lt: `${rulesVersion}/` },
    };
    const scores: number[] = [];
    const factors: Record<string, number> = {};
    let orders = 0;
    for await (const group of assessments.aggregate<ScoreGroup>([{ $match: match }, ...bySigns])) {
      scores[group._id.score] = (scores[group._id.score] ?? 0) + group.orders;
      for (const name of group._id.factors) factors[name] = (factors[name] ?? 0) + group.orders;
      orders += group.orders;
    }
    return { orders, scores, factors };
  },
  /** A brand's orders of a period, or everyone's; in pages. */
  stream: (period: Period, brandId?: string): AsyncGenerator<ScoredOrder[]> =>
    batchesOf(
      assessments
        .find<ScoredOrder>(
          {
            ...(brandId === undefined ? {} : { brandId }),
            convertedAt: { $gte: period.from, $lt: period.to },
          },
          { projection: PROJECTION },
        )
        .batchSize(BATCH_SIZE),
    ),
  saveDrift: async (drift: Omit<DriftDocument, '_id'>): Promise<void> => {
    const _id = new Date(Math.floor(drift.at.getTime() / DAY_MS) * DAY_MS).toISOString();
    await drifts.replaceOne({ _id }, drift, { upsert: true });
  },
  /** The latest first. */
  listDrifts: (): Promise<DriftDocument[]> =>
    drifts.find().sort({ _id: -1 }).limit(MAX_DRIFTS).toArray(),
});
