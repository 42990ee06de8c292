import { type AttributionSettings, type CampaignSnapshot } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { isDeepStrictEqual } from 'node:util';
import { type Models, type SettingsRow } from './models.ts';

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

const effectiveOf = ({ campaignId, brandId, settings, effectiveFrom }: SettingsRow) => ({
  campaignId,
  brandId,
  settings,
  effectiveFrom,
});

/** Campaigns' attribution settings: a copy of the campaign service's records, with history. */
export function settingsStore({ settings: model }: Models) {
  const listOf = (campaignId: string): Promise<SettingsRow[]> =>
    model.find({ campaignId }).sort(NEWEST_FIRST).limit(MAX_HISTORY).lean<SettingsRow[]>();

  const findCurrent = async (campaignId: string): Promise<EffectiveSettings | undefined> => {
    const [row] = await model
      .find({ campaignId })
      .sort(NEWEST_FIRST)
      .limit(1)
      .lean<SettingsRow[]>();
    return row === undefined ? undefined : effectiveOf(row);
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
      const before = await model
        .find({ campaignId, effectiveFrom: { $lte: effectiveFrom } })
        .sort(NEWEST_FIRST)
        .limit(1)
        .lean<SettingsRow[]>();
      if (isDeepStrictEqual(before[0]?.settings, attribution)) return;
      const _id = `${campaignId}@${effectiveFrom.toISOString()}`;
      const row: SettingsRow = { _id, campaignId, brandId, settings: attribution, effectiveFrom };
      await model.collection.insertOne(row as never).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },
  };
}
