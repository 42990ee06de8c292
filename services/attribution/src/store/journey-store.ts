import { batchesOf } from './batches.ts';
import { type AssessmentRow, type Models } from './models.ts';

/** An order's path as data_driven learns from it. */
export interface ConvertedJourney {
  readonly visitorId: string | null;
  readonly affiliateIds: readonly string[];
}

const AT_ONCE = 1_000;
const NEEDED = { visitorId: 1, affiliateId: 1, 'inputs.touches.affiliateId': 1 };

type Row = Pick<AssessmentRow, '_id' | 'affiliateId' | 'visitorId' | 'inputs'>;

const journeyOf = ({ visitorId, affiliateId, inputs }: Partial<Row>): ConvertedJourney => ({
  visitorId: visitorId ?? null,
  affiliateIds:
    inputs?.touches.map((touch) => touch.affiliateId) ?? (affiliateId == null ? [] : [affiliateId]),
});

/** The paths of orders that were credited, but for those that a brand rejected. */
export function journeyStore({ assessments, labels }: Models) {
  const listRejected = async (ids: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: ids }, decision: 'rejected' } as never;
    const found = await labels.collection.find(where, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => String(_id)));
  };
  return {
    listCampaigns: async (since: Date): Promise<string[]> =>
      assessments.collection
        .distinct('campaignId', { convertedAt: { $gte: since }, 'shares.0': { $exists: true } })
        .then((ids: unknown[]) => ids.map(String).sort()),
    /** The campaign's orders since then, oldest first. */
    streamConverted: async function* (
      campaignId: string,
      since: Date,
    ): AsyncGenerator<ConvertedJourney> {
      const cursor = assessments.collection
        .find(
          { campaignId, convertedAt: { $gte: since }, 'shares.0': { $exists: true } },
          { projection: NEEDED, batchSize: AT_ONCE },
        )
        .sort({ convertedAt: 1, _id: 1 });
      for await (const batch of batchesOf(cursor)) {
        const rows = batch as unknown as Row[];
        const rejected = await listRejected(rows.map(({ _id }) => _id));
        yield* rows.filter(({ _id }) => !rejected.has(_id)).map(journeyOf);
      }
    },
  };
}
