import {
  type Collections,
  type CommissionFactDoc,
  type ConversionFactDoc,
  type Session,
} from './collections.ts';

export const factStore = (collections: Collections, session?: Session) => {
  const { conversions, commissions, campaigns } = collections;
  const inSession = session === undefined ? {} : { session };
  return {
    /** The newest state replaces the one before: events of one conversion come in order. */
    putConversion: async ({ _id, ...fact }: ConversionFactDoc): Promise<void> => {
      await conversions.replaceOne({ _id }, fact, { upsert: true, ...inSession });
    },

    putCommission: async ({ _id, ...fact }: CommissionFactDoc): Promise<void> => {
      await commissions.replaceOne({ _id }, fact, { upsert: true, ...inSession });
    },

    /** Which of these clicks led to a conversion. */
    findConverted: async (clickIds: readonly string[]): Promise<Set<string>> => {
      const query = conversions.find({ clickId: { $in: [...clickIds] } }, inSession);
      const rows = await query.project<{ clickId: string }>({ clickId: 1, _id: 0 }).toArray();
      return new Set(rows.map(({ clickId }) => clickId));
    },

    /** Keeps a campaign unless a newer state of it is known. */
    putCampaign: async (campaign: {
      id: string;
      brandId: string;
      name: string;
      updatedAt: Date;
    }): Promise<void> => {
      const { id, brandId, name, updatedAt } = campaign;
      const newest = { $gt: ['$updatedAt', updatedAt] };
      const keepNewest = (field: string, value: unknown) => ({
        $cond: [newest, `$${field}`, value],
      });
      const update = {
        brandId: keepNewest('brandId', brandId),
        name: keepNewest('name', name),
        updatedAt: keepNewest('updatedAt', updatedAt),
      };
      await campaigns.updateOne({ _id: id }, [{ $set: update }], { upsert: true, ...inSession });
    },

    /** The campaign, where it is this brand's. */
    findCampaign: (id: string, brandId: string) =>
      campaigns.findOne({ _id: id, brandId }, inSession),
  };
};
