import { type Session } from '@tributary/mongo';
import type { BillingProfile } from '../domain/billing-profile.ts';
import type { Collections } from './collections.ts';

/** Affiliates' own details for their invoices. */
export const billingStore = ({ billingProfiles }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    find: async (affiliateId: string): Promise<BillingProfile | undefined> => {
      const doc = await billingProfiles.findOne({ _id: affiliateId }, inSession);
      if (doc === null) return undefined;
      const { _id, ...profile } = doc;
      return profile;
    },

    save: async (affiliateId: string, profile: BillingProfile): Promise<void> => {
      await billingProfiles.replaceOne({ _id: affiliateId }, profile, {
        ...inSession,
        upsert: true,
      });
    },
  };
};
