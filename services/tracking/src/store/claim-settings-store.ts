import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** How brands handle claims to missing orders, within a transaction if there is a session. */
export const claimSettingsStore = (
  { claimSettings }: Collections,
  session: Session | null = null,
) => {
  const options = session === null ? {} : { session };
  return {
    /** How long the brand may take to decide a claim, days; null for the platform's time. */
    findDecisionDays: async (brandId: string): Promise<number | null> =>
      (await claimSettings.findOne({ _id: brandId }, options))?.decisionDays ?? null,

    setDecisionDays: async (brandId: string, decisionDays: number | null): Promise<void> => {
      const update = { $set: { decisionDays } };
      await claimSettings.updateOne({ _id: brandId }, update, { ...options, upsert: true });
    },
  };
};
