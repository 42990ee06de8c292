import type { Collections, ConversionViewDoc, Session } from './collections.ts';

/** Later statuses win whatever order the events come in: a conversion only ever moves right. */
const ranks = { pending: 0, approved: 1, rejected: 1, reversed: 2 } as const;

/** Our copy of the conversions, for the views of affiliates. */
export const conversionViewStore = ({ conversionViews }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** @param isCredited whether the affiliates are those of the verdict, not only of the click */
    save: async (view: ConversionViewDoc, isCredited: boolean): Promise<void> => {
      const { _id, ...facts } = view;
      const known = await conversionViews.findOne({ _id }, options);
      if (known !== null && ranks[known.status] > ranks[facts.status]) return;
      const keepsKnown = !isCredited && known !== null && known.affiliateIds.length > 0;
      const affiliateIds = keepsKnown ? known.affiliateIds : facts.affiliateIds;
      const rejectionReason = facts.rejectionReason ?? known?.rejectionReason ?? null;
      const merged = { ...facts, affiliateIds, rejectionReason };
      await conversionViews.replaceOne({ _id }, merged, { ...options, upsert: true });
    },
    /** The customer asked to be forgotten. */
    forgetCustomer: async (_id: string): Promise<void> => {
      await conversionViews.updateOne({ _id }, { $set: { customerId: null } }, options);
    },
  };
};
