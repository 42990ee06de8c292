import { reasonsOfClicks } from '../domain/journey.ts';
import { batchesOf } from './batches.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';

/** An order's journey as data_driven is trained on it. */
export interface ConvertedJourney {
  readonly visitorId: string | null;
  readonly affiliateIds: readonly string[];
}

const BATCH_SIZE = 1_000;
const PROJECTION = { visitorId: 1, affiliateId: 1, 'inputs.touches.affiliateId': 1 };

type Row = Pick<AssessmentDocument, '_id' | 'affiliateId' | 'visitorId' | 'inputs'>;

const journeyOf = ({ visitorId, affiliateId, inputs }: Partial<Row>): ConvertedJourney => ({
  visitorId: visitorId ?? null,
  affiliateIds:
    inputs?.touches.map((touch) => touch.affiliateId) ?? (affiliateId == null ? [] : [affiliateId]),
});

/** The journeys of credited orders that brands have not rejected. */
export function journeyStore({ assessments, labels }: Collections) {
  const listRejected = async (ids: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: ids }, decision: 'rejected' as const };
    const found = await labels.find(where, { projection: { _id: 1 } }).toArray();
    return new Set(found.map(({ _id }) => _id));
  };
  return {
    listCampaigns: async (since: Date): Promise<string[]> =>
      assessments
        .distinct('campaignId', { convertedAt: { $gte: since }, 'shares.0': { $exists: true } })
        .then((ids) => ids.toSorted()),
    /** The campaign's orders since then whose own click can earn, the oldest first. */
    streamConverted: async function* (
      campaignId: string,
      since: Date,
    ): AsyncGenerator<ConvertedJourney> {
      const cursor = assessments
        .find(
          {
            campaignId,
            convertedAt: { $gte: since },
            'shares.0': { $exists: true },
            // Visits are counted without such clicks, too.
            'inputs.order.unpayableReason': { $nin: [...reasonsOfClicks] },
          },
          { projection: PROJECTION, batchSize: BATCH_SIZE },
        )
        .sort({ convertedAt: 1, _id: 1 });
      for await (const batch of batchesOf(cursor)) {
        const rejected = await listRejected(batch.map(({ _id }) => _id));
        const journeys = batch.filter(({ _id }) => !rejected.has(_id)).map(journeyOf);
        // An order by a coupon code alone states nothing about clicks.
        yield* journeys.filter(({ affiliateIds }) => affiliateIds.length > 0);
      }
    },
  };
}
