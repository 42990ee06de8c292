import { setImmediate as breathe } from 'node:timers/promises';
import { invalid, notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type ModelName, trainedVersion, UNTRAINED_VERSION } from '../../domain/attribution.ts';
import { type AffiliatePart, createReplay } from '../../domain/replay.ts';

/** More would keep a person waiting too long, and others with him. */
const MOST_CONVERSIONS = 20_000;
const AT_ONCE = 50;

interface Asked {
  readonly campaignId: string;
  readonly brandId: string;
  readonly models: readonly ModelName[];
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

export interface ModelPreview {
  readonly model: ModelName;
  readonly modelVersion: string;
  readonly fallsBackTo: 'linear' | null;
  readonly affiliates: readonly AffiliatePart[];
}

/**
 * What a campaign's conversions of a time would have paid under other models: the paths that they were
 * assessed with, credited anew by the settings of today. Changes nothing, and answers the same
 * whenever it is asked the same of the same conversions.
 * @throws not_found campaign_not_found; invalid too_many_conversions
 */
export const previewAttribution =
  ({ settings, trainedModels, replays }: Deps) =>
  async (asked: Asked): Promise<{ conversions: number; previews: ModelPreview[] }> => {
    const { campaignId, models, from, to } = asked;
    const current = await settings.findCurrent(campaignId);
    if (current?.brandId !== asked.brandId) {
      throw notFound('campaign_not_found', { message: 'There is no such campaign' });
    }
    const count = await replays.count(campaignId, { from, to }, MOST_CONVERSIONS + 1);
    if (count > MOST_CONVERSIONS) {
      const message = `At most ${MOST_CONVERSIONS} conversions at once: ask for a shorter time`;
      throw invalid('too_many_conversions', { message });
    }
    const trained = (await trainedModels.findMany([campaignId])).get(campaignId);
    const replaysOf = models.map((model) => ({
      model,
      replay: createReplay(model, current.settings, trained),
    }));
    let conversions = 0;
    for await (const conversion of replays.stream(campaignId, { from, to })) {
      for (const { replay } of replaysOf) replay.add(conversion);
      conversions += 1;
      if (conversions % AT_ONCE === 0) await breathe();
    }
    const versionOf = (model: ModelName): string => {
      if (model !== 'data_driven') return `${model}.1`;
      return trained === undefined ? UNTRAINED_VERSION : trainedVersion(trained);
    };
    const previews = replaysOf.map(({ model, replay }) => ({
      model,
      modelVersion: versionOf(model),
      fallsBackTo: model === 'data_driven' && trained === undefined ? ('linear' as const) : null,
      affiliates: replay.list(),
    }));
    return { conversions, previews };
  };
