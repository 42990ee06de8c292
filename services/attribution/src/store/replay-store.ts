import { type StandingConversion } from '../domain/replay.ts';
import { batchesOf } from './batches.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';

interface Period {
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

const BATCH_SIZE = 1_000;
const PROJECTION = { shares: 1, convertedAt: 1, inputs: 1 };

type Row = Pick<AssessmentDocument, '_id' | 'shares' | 'convertedAt' | 'inputs'>;

/** A campaign's credited conversions of a period that are neither rejected nor reversed. */
export function replayStore({ assessments, labels, refunds }: Collections) {
  const within = (campaignId: string, { from, to }: Period) => ({
    campaignId,
    convertedAt: { $gte: from, $lt: to },
  });
  const matchOf = (campaignId: string, period: Period) => ({
    ...within(campaignId, period),
    'shares.0': { $exists: true },
    inputs: { $exists: true },
  });
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
