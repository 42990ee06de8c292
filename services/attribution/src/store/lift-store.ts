import { batchesOf } from './batches.ts';
import { type Collections } from './collections.ts';
import { type LiftDocument } from './fraud-collections.ts';

const BATCH_SIZE = 500;

/** An order of a campaign with the visitor who placed it. */
export interface OrderOfVisitor {
  readonly visitorId: string;
  readonly at: Date;
  readonly valueMinor: number;
  readonly currency: string;
}

/** Figures of campaigns that hold visitors out, and what they are computed from. */
export const liftStore = ({ assessments, facts, lifts }: Collections) => ({
  find: (campaignId: string): Promise<LiftDocument | null> => lifts.findOne({ _id: campaignId }),
  save: async ({ campaignId, ...rest }: Omit<LiftDocument, '_id'> & { campaignId: string }) => {
    const row: LiftDocument = { _id: campaignId, ...rest };
    await lifts.replaceOne({ _id: campaignId }, row, { upsert: true });
  },
  /** Campaigns with an order since then whose click could not earn: those that hold visitors out are among them. */
  listCampaigns: async (since: Date): Promise<string[]> =>
    await assessments.distinct('campaignId', {
      convertedAt: { $gte: since },
      'inputs.order.unpayableReason': 'no_attribution',
    }),
  /** A campaign's orders since then whose visitors are known, at most so many; in pages. */
  streamOrders: async function* (
    campaignId: string,
    since: Date,
    limit: number,
  ): AsyncGenerator<OrderOfVisitor[]> {
    const projection = { convertedAt: 1, 'inputs.order.valueMinor': 1, 'inputs.order.currency': 1 };
    const cursor = assessments
      .find({ campaignId, convertedAt: { $gte: since } }, { projection })
      .sort({ convertedAt: -1 })
      .limit(limit)
      .batchSize(BATCH_SIZE);
    for await (const batch of batchesOf(cursor)) {
      const ids = batch.map(({ _id }) => _id);
      const known = await facts
        .find({ _id: { $in: ids } }, { projection: { visitorId: 1 } })
        .toArray();
      const visitors = new Map(known.map(({ _id, visitorId }) => [_id, visitorId]));
      yield batch.flatMap(({ _id, convertedAt, inputs }) => {
        const visitorId = visitors.get(_id) ?? null;
        if (visitorId === null || inputs === null) return [];
        const { valueMinor, currency } = inputs.order;
        return [{ visitorId, at: convertedAt, valueMinor, currency }];
      });
    }
  },
});
