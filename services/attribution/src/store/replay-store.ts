import { type ReplayCursor, type StandingConversion } from '../domain/replay.ts';
import { type Assessment } from '../domain/assessment.ts';
import { batchesOf } from './batches.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';

/** An assessment as far as its credit can be computed again. */
export type ReplayedAssessment = Pick<
  Assessment,
  'conversionId' | 'shares' | 'convertedAt' | 'inputs'
>;

interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

const BATCH_SIZE = 1_000;
const PROJECTION = { shares: 1, convertedAt: 1, inputs: 1 };

type Row = Pick<AssessmentDocument, '_id' | 'shares' | 'convertedAt' | 'inputs'>;

const within = (campaignId: string, { from, to }: Period) => ({
  campaignId,
  convertedAt: { $gte: from, $lt: to },
});

const matchOf = (campaignId: string, period: Period) => ({
  ...within(campaignId, period),
  'shares.0': { $exists: true },
  inputs: { $exists: true },
});

const pagesOf = ({ assessments, labels }: Collections) => ({
  /** The next assessed conversions of a period, the oldest first, with those that were rejected. */
  listAfter: async (
    campaignId: string,
    period: Period,
    after: ReplayCursor | null,
    limit: number,
  ): Promise<{ assessments: ReplayedAssessment[]; rejected: ReadonlySet<string> }> => {
    const { from, to } = period;
    const rest =
      after === null
        ? {}
        : {
            $or: [
              { convertedAt: after.convertedAt, _id: { $gt: after.id } },
              { convertedAt: { $gt: after.convertedAt } },
            ],
          };
    const convertedAt = { $gte: after?.convertedAt ?? from, $lt: to };
    const found = await assessments
      .find({ campaignId, convertedAt, ...rest }, { projection: PROJECTION })
      .sort({ convertedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    const where = { _id: { $in: found.map(({ _id }) => _id) }, decision: 'rejected' as const };
    const rejected = await labels.find(where, { projection: { _id: 1 } }).toArray();
    return {
      assessments: found.map(({ _id, inputs, ...assessment }) => ({
        conversionId: _id,
        ...assessment,
        // Assessments of early versions have none.
        inputs: (inputs as AssessmentDocument['inputs'] | undefined) ?? null,
      })),
      rejected: new Set(rejected.map(({ _id }) => _id)),
    };
  },
});

/** A campaign's credited conversions of a period that are neither rejected nor reversed. */
export function replayStore(collections: Collections) {
  const { assessments, labels, refunds } = collections;
  /** Refunds in minor units; rejected and reversed conversions are left out. */
  const refundedOf = async (ids: readonly string[]): Promise<Map<string, number>> => {
    const where = { _id: { $in: [...ids] } };
    const [rejected, taken] = await Promise.all([
      labels.find({ ...where, decision: 'rejected' }, { projection: { _id: 1 } }).toArray(),
      refunds.find(where).toArray(),
    ]);
    const refunded = new Map(ids.map((id) => [id, 0]));
    for (const { _id, refundedMinor, isReversed } of taken) {
      if (isReversed) refunded.delete(_id);
      else refunded.set(_id, refundedMinor);
    }
    for (const { _id } of rejected) refunded.delete(_id);
    return refunded;
  };
  const standing = async (rows: readonly Row[]): Promise<StandingConversion[]> => {
    const refunded = await refundedOf(rows.map(({ _id }) => _id));
    return rows.flatMap(({ _id, ...assessment }) => {
      const refundedMinor = refunded.get(_id);
      return refundedMinor === undefined ? [] : [{ assessment, refundedMinor }];
    });
  };
  return {
    ...pagesOf(collections),
    /** Refunds of a conversion in minor units; undefined when it was rejected or reversed. */
    findRefunded: async (conversionId: string): Promise<number | undefined> =>
      (await refundedOf([conversionId])).get(conversionId),
    /** Includes conversions without credit, so that the index alone answers. */
    count: (campaignId: string, period: Period, limit: number): Promise<number> =>
      assessments.countDocuments(within(campaignId, period), { limit }),
    /** In batches, the oldest first; only one batch is in memory at a time. */
    stream: async function* (
      campaignId: string,
      period: Period,
    ): AsyncGenerator<StandingConversion[]> {
      const cursor = assessments
        .find(matchOf(campaignId, period), { projection: PROJECTION, batchSize: BATCH_SIZE })
        .sort({ convertedAt: 1, _id: 1 });
      for await (const batch of batchesOf(cursor)) {
        yield await standing(batch);
      }
    },
  };
}
