import { type CampaignSnapshot } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** This service's copy of the campaigns. */
export const campaignStore = ({ campaigns }: Collections, session: Session | null = null) => ({
  find: async (campaignId: string): Promise<CampaignSnapshot | undefined> => {
    const found = await campaigns.findById(campaignId, null, { session }).lean();
    return found?.snapshot;
  },

  /** Which of these campaigns recognise devices by fingerprints. */
  listFingerprinting: async (campaignIds: readonly string[]): Promise<Set<string>> => {
    const matching = {
      _id: { $in: [...campaignIds] },
      'snapshot.attribution.fingerprintingEnabled': true,
    };
    const found = await campaigns.find(matching, { _id: 1 }, { session }).lean();
    return new Set(found.map(({ _id }) => _id));
  },

  /** Saves a campaign unless the copy is newer. */
  save: async (snapshot: CampaignSnapshot): Promise<void> => {
    const { campaignId } = snapshot;
    const updatedAt = new Date(snapshot.updatedAt);
    const stored = await campaigns.findById(campaignId, null, { session }).lean();
    if (stored !== null && stored.updatedAt > updatedAt) return;
    await campaigns.replaceOne(
      { _id: campaignId },
      { _id: campaignId, updatedAt, snapshot },
      { ...(session === null ? {} : { session }), upsert: true },
    );
  },
});
export type CampaignStore = ReturnType<typeof campaignStore>;
