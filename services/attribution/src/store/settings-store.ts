import { type AttributionSettings, type CampaignSnapshot } from '@tributary/contracts';
import { type Models } from './models.ts';

/** This service's copy of the campaigns' attribution settings. */
export const settingsStore = ({ settings }: Models) => ({
  findMany: async (campaignIds: readonly string[]): Promise<Map<string, AttributionSettings>> => {
    const rows = await settings.find({ _id: { $in: [...new Set(campaignIds)] } }).lean();
    return new Map(rows.map((row) => [row._id, row.settings]));
  },
  /** Takes over what a campaign's record says; its events come in order. */
  keep: async ({ campaignId, attribution, updatedAt }: CampaignSnapshot): Promise<void> => {
    const kept = { settings: attribution, updatedAt: new Date(updatedAt) };
    await settings.updateOne({ _id: campaignId }, { $set: kept }, { upsert: true });
  },
});
