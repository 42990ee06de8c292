import { type AttributionSettings, type CampaignSnapshot } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { isDeepStrictEqual } from 'node:util';
import { type Models, type SettingsRow } from './models.ts';

/** Settings as they held from a moment on. */
export interface EffectiveSettings {
  readonly campaignId: string;
  readonly brandId: string;
  readonly settings: AttributionSettings;
  readonly effectiveFrom: Date;
}

const NEWEST_FIRST = { effectiveFrom: -1, _id: -1 } as const;
/** A campaign's latest changes; older ones explain nothing that is still to be assessed. */
const LONGEST_HISTORY = 500;

const effectiveOf = ({ campaignId, brandId, settings, effectiveFrom }: SettingsRow) => ({
  campaignId,
  brandId,
  settings,
  effectiveFrom,
});

/** How campaigns were and are attributed: this service's copy of their records, with its history. */
export function settingsStore({ settings: model }: Models) {
  const listOf = (campaignId: string): Promise<SettingsRow[]> =>
    model.find({ campaignId }).sort(NEWEST_FIRST).limit(LONGEST_HISTORY).lean<SettingsRow[]>();

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
    /** The settings that held when each order came, in the order asked; undefined for unknown campaigns. */
    listAt: async (
      asked: readonly { readonly campaignId: string; readonly at: Date }[],
    ): Promise<(AttributionSettings | undefined)[]> => {
      const ids = [...new Set(asked.map(({ campaignId }) => campaignId))];
      const histories = await Promise.all(ids.map(listOf));
      const byCampaign = new Map(ids.map((id, index) => [id, histories[index] ?? []]));
      return asked.map(({ campaignId, at }) => {
        const history = byCampaign.get(campaignId) ?? [];
        const held = history.find(({ effectiveFrom }) => effectiveFrom <= at);
        // Before all that is known, the first that is.
        return (held ?? history.at(-1))?.settings;
      });
    },
    /** Newest first. */
    listHistory: async (campaignId: string): Promise<EffectiveSettings[]> =>
      (await listOf(campaignId)).map(effectiveOf),
    /** Takes over what a campaign's record says, however often and by whichever way it comes. */
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
