import { setImmediate as breathe } from 'node:timers/promises';
import { invalid, notFound } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type ModelName, trainedVersion, UNTRAINED_VERSION } from '../domain/attribution.ts';
import { type AffiliatePart, createReplay, prepare } from '../domain/replay.ts';

/** More would keep a person waiting too long, and others with him. */
const MOST_CONVERSIONS = 200_000;
/** Shorter than the gateway waits for an answer. */
const LONGEST_MS = 25_000;
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

const tooMany = (why: string) =>
  invalid('too_many_conversions', { message: `${why}: ask for a shorter time` });

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
    const until = performance.now() + LONGEST_MS;
    const count = await replays.count(campaignId, { from, to }, MOST_CONVERSIONS + 1);
    if (count > MOST_CONVERSIONS) throw tooMany(`At most ${MOST_CONVERSIONS} conversions at once`);
    const trained = (await trainedModels.findMany([campaignId])).get(campaignId);
    const replaysOf = models.map((model) => ({
      model,
      replay: createReplay(model, current.settings, trained),
    }));
    let conversions = 0;
    for await (const batch of replays.stream(campaignId, { from, to })) {
      for (const conversion of batch) {
        const prepared = prepare(conversion);
        if (prepared !== undefined) for (const { replay } of replaysOf) replay.add(prepared);
        conversions += 1;
        if (conversions % AT_ONCE === 0) await breathe();
      }
      if (performance.now() > until) {
        throw tooMany(`${LONGEST_MS / 1_000} s were not enough for these conversions`);
      }
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
