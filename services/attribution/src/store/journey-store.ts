import { type Models } from './models.ts';

/** An order's path as data_driven learns from it. */
export interface ConvertedJourney {
  readonly visitorId: string | null;
  readonly affiliateIds: readonly string[];
}

/** The paths of orders that were credited, but for those that a brand rejected. */
export function journeyStore({ assessments, labels }: Models) {
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
      const cursor = assessments.collection.aggregate<ConvertedJourney>([
        { $match: { campaignId, convertedAt: { $gte: since }, 'shares.0': { $exists: true } } },
        { $sort: { convertedAt: 1, _id: 1 } },
        {
          $lookup: {
            from: labels.collection.collectionName,
            localField: '_id',
            foreignField: '_id',
            pipeline: [{ $match: { decision: 'rejected' } }, { $project: { _id: 1 } }],
            as: 'rejections',
          },
        },
        { $match: { rejections: [] } },
        {
          $project: {
            _id: 0,
            visitorId: 1,
            affiliateIds: { $ifNull: ['$inputs.touches.affiliateId', ['$affiliateId']] },
          },
        },
      ]);
      for await (const journey of cursor) yield journey;
    },
  };
}
