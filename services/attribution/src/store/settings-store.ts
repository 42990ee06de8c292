import { type AttributionSettings, type CampaignSnapshot } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { isDeepStrictEqual } from 'node:util';
import { type Collections, type SettingsDocument } from './collections.ts';

/** Settings that apply from a moment on. */
export interface EffectiveSettings {
  readonly campaignId: string;
  readonly brandId: string;
  readonly settings: AttributionSettings;
  readonly effectiveFrom: Date;
}

const NEWEST_FIRST = { effectiveFrom: -1, _id: -1 } as const;
/** Older versions apply to no conversion that is still to be assessed. */
const MAX_HISTORY = 500;

const effectiveOf = ({ campaignId, brandId, settings, effectiveFrom }: SettingsDocument) => ({
  campaignId,
  brandId,
  settings,
  effectiveFrom,
});

/** Campaigns' attribution settings: a copy of the campaign service's records, with history. */
export function settingsStore({ settings: history }: Collections) {
  const listOf = (campaignId: string): Promise<SettingsDocument[]> =>
    history.find({ campaignId }).sort(NEWEST_FIRST).limit(MAX_HISTORY).toArray();

  const findCurrent = async (campaignId: string): Promise<EffectiveSettings | undefined> => {
    const found = await history.findOne({ campaignId }, { sort: NEWEST_FIRST });
    return found === null ? undefined : effectiveOf(found);
  };

  return {
    findCurrent,
    /** The settings when each order was tracked, in the given order; undefined for unknown campaigns. */
    listAt: async (
      orders: readonly { readonly campaignId: string; readonly at: Date }[],
    ): Promise<(AttributionSettings | undefined)[]> => {
      const ids = [...new Set(orders.map(({ campaignId }) => campaignId))];
      const histories = await Promise.all(ids.map(listOf));
      const byCampaign = new Map(ids.map((id, index) => [id, histories[index] ?? []]));
      return orders.map(({ campaignId, at }) => {
        const history = byCampaign.get(campaignId) ?? [];
        const applied = history.find(({ effectiveFrom }) => effectiveFrom <= at);
        // Orders from before the first known settings get those.
        return (applied ?? history.at(-1))?.settings;
      });
    },
    /** Newest first. */
    listHistory: async (campaignId: string): Promise<EffectiveSettings[]> =>
      (await listOf(campaignId)).map(effectiveOf),
    /** Adds the settings of a campaign's record to the history; the same record again changes nothing. */
    save: async (campaign: CampaignSnapshot): Promise<void> => {
      const { campaignId, brandId, attribution, updatedAt } = campaign;
      const effectiveFrom = new Date(updatedAt);
      const earlier = { campaignId, effectiveFrom: { $lte: effectiveFrom } };
      const before = await history.findOne(earlier, { sort: NEWEST_FIRST });
      if (isDeepStrictEqual(before?.settings, attribution)) return;
      const _id = `${campaignId}@${effectiveFrom.toISOString()}`;
      const added = { _id, campaignId, brandId, settings: attribution, effectiveFrom };
      await history.insertOne(added).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },
  };
}
