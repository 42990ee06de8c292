import { type FraudFactor } from '@tributary/contracts';
import { ofFraud, wasFraud } from '../domain/label.ts';
import { SAMPLE_SHARE, type ReviewCounts } from '../domain/recall.ts';
import { REVIEW_THRESHOLD } from '../domain/scoring-settings.ts';
import { batchesOf } from './batches.ts';
import { type AssessmentDocument, type Collections, type LabelDocument } from './collections.ts';
import { type FraudFilter } from './fraud-figures.ts';

const BATCH_SIZE = 500;

/** The evidence of an order's last verdict, with what its brand found. */
export interface ReviewedOrder {
  readonly brandId: string;
  readonly isFraud: boolean;
  /** For how many orders it stands. */
  readonly weight: number;
  readonly factors: readonly FraudFactor[];
  /** The rules that found them. */
  readonly weightsVersion: string;
}

const isSuspected = ({ fraudScore, refusedAs }: LabelDocument): boolean =>
  fraudScore > REVIEW_THRESHOLD || refusedAs !== undefined;

type Judged = Pick<AssessmentDocument, '_id' | 'brandId' | 'factors' | 'weightsVersion' | 'second'>;

/** Counts of a brand's or campaign's reviews in a period. */
const countReviews =
  ({ labels }: Collections) =>
  async ({ brandId, campaignId, from, to }: FraudFilter): Promise<ReviewCounts> => {
    const where = {
      brandId,
      ...(campaignId === undefined ? {} : { campaignId }),
      reviewedAt: { $gte: from, $lt: to },
    };
    const unsuspected = { fraudScore: { $lte: REVIEW_THRESHOLD }, refusedAs: { $exists: false } };
    const drawn = { ...where, ...unsuspected, isSampled: true };
    const [allFraud, unflaggedFraud, unflagged, honest, sampledFraud] = await Promise.all([
      labels.countDocuments({ ...where, ...ofFraud }),
      labels.countDocuments({ ...where, ...unsuspected, ...ofFraud }),
      labels.countDocuments({ ...where, ...unsuspected }),
      labels.countDocuments({ ...drawn, decision: 'approved' }),
      labels.countDocuments({ ...drawn, ...ofFraud }),
    ]);
    const found = allFraud - unflaggedFraud;
    return { found, unflagged, sampled: honest + sampledFraud, sampledFraud };
  };

/**
 * Reviewed orders that teach: those that were suspected, and those that were drawn at random, which stand for all that
 * were not. The latest first, in pages.
 */
async function* streamTaught(
  { assessments, labels }: Collections,
  since: Date,
  limit: number,
): AsyncGenerator<ReviewedOrder[]> {
  const cursor = labels
    .find({
      reviewedAt: { $gte: since },
      $or: [
        { fraudScore: { $gt: REVIEW_THRESHOLD } },
        { refusedAs: { $exists: true } },
        { isSampled: true },
      ],
    })
    .sort({ reviewedAt: -1 })
    .limit(limit)
    .batchSize(BATCH_SIZE);
  for await (const batch of batchesOf(cursor)) {
    const ids = batch.map(({ _id }) => _id);
    const projection = { brandId: 1, factors: 1, weightsVersion: 1, second: 1 } as const;
    const found = await assessments.find<Judged>({ _id: { $in: ids } }, { projection }).toArray();
    const judged = new Map(found.map((one) => [one._id, one]));
    yield batch.flatMap((label) => {
      const [order, isFraud] = [judged.get(label._id), wasFraud(label)];
      if (order === undefined || isFraud === null) return [];
      const { factors, weightsVersion } = order.second ?? order;
      const weight = isSuspected(label) ? 1 : 1 / SAMPLE_SHARE;
      return [{ brandId: order.brandId, isFraud, weight, factors, weightsVersion }];
    });
  }
}

/** A brand's orders since then that were drawn and have no review, the latest first. */
const listDrawn =
  ({ assessments, labels }: Collections) =>
  async (brandId: string, since: Date, limit: number): Promise<AssessmentDocument[]> => {
    const drawn: AssessmentDocument[] = [];
    const cursor = assessments
      .find({ brandId, isSampled: true, convertedAt: { $gte: since } })
      .sort({ convertedAt: -1 })
      .batchSize(BATCH_SIZE);
    for await (const batch of batchesOf(cursor)) {
      const ids = batch.map(({ _id }) => _id);
      const known = await labels.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      const reviewed = new Set(known.map(({ _id }) => _id));
      drawn.push(...batch.filter(({ _id }) => !reviewed.has(_id)));
      if (drawn.length >= limit) break;
    }
    return drawn.slice(0, limit);
  };

/** What brands' reviews show of the score. */
export const reviewFigures = (collections: Collections) => ({
  count: countReviews(collections),
  streamTaught: (since: Date, limit: number) => streamTaught(collections, since, limit),
  /** What brands found of these orders; those without a decision, or with one that teaches nothing, are left out. */
  listFound: async (conversionIds: readonly string[]): Promise<Map<string, boolean>> => {
    const found = await collections.labels.find({ _id: { $in: [...conversionIds] } }).toArray();
    return new Map(
      found.flatMap((label) => {
        const isFraud = wasFraud(label);
        return isFraud === null ? [] : [[label._id, isFraud] as const];
      }),
    );
  },
  listDrawn: listDrawn(collections),
});
