import { batchesOf } from './batches.ts';
import { type AssessmentRow, type Models } from './models.ts';

/** An order's journey as data_driven is trained on it. */
export interface ConvertedJourney {
  readonly visitorId: string | null;
  readonly affiliateIds: readonly string[];
}

const BATCH_SIZE = 1_000;
const PROJECTION = { visitorId: 1, affiliateId: 1, 'inputs.touches.affiliateId': 1 };

type Row = Pick<AssessmentRow, '_id' | 'affiliateId' | 'visitorId' | 'inputs'>;

const journeyOf = ({ visitorId, affiliateId, inputs }: Partial<Row>): ConvertedJourney => ({
  visitorId: visitorId ?? null,
  affiliateIds:
    inputs?.touches.map((touch) => touch.affiliateId) ?? (affiliateId == null ? [] : [affiliateId]),
});

/** The journeys of credited orders that brands have not rejected. */
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
    /** The campaign's orders since then, the oldest first. */
    streamConverted: async function* (
      campaignId: string,
      since: Date,
    ): AsyncGenerator<ConvertedJourney> {
      const cursor = assessments.collection
        .find(
          { campaignId, convertedAt: { $gte: since }, 'shares.0': { $exists: true } },
          { projection: PROJECTION, batchSize: BATCH_SIZE },
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
