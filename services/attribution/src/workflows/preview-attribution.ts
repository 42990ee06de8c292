import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { invalid } from '@tributary/errors';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type ModelName, trainedVersion, UNTRAINED_VERSION } from '../domain/attribution.ts';
import { createReplay, prepare } from '../domain/replay.ts';
import { type ModelPreview } from '../views/attribution-preview.ts';
import { getOwnSettings } from './own-campaign.ts';

/** More would exceed the gateway’s timeout. */
const MAX_CONVERSIONS = 200_000;
/** Shorter than the gateway’s timeout. */
const MAX_DURATION_MS = 25 * SECOND_MS;
const YIELD_AFTER = 50;

interface PreviewRequest {
  readonly campaignId: string;
  readonly brandId: string;
  readonly models: readonly ModelName[];
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

const tooMany = (why: string) =>
  invalid('too_many_conversions', { message: `${why}: request a shorter period` });

/**
 * What a campaign's conversions of a period would have paid under other models: the stored paths, credited
 * by the current settings. Writes nothing.
 * @throws not_found campaign_not_found; invalid too_many_conversions
 */
export const previewAttribution =
  ({
    findSettings,
    trainedModels,
    replays,
  }: Pick<Deps, 'findSettings' | 'trainedModels' | 'replays'>) =>
  async (request: PreviewRequest): Promise<{ conversions: number; previews: ModelPreview[] }> => {
    const { campaignId, models, from, to } = request;
    const current = await getOwnSettings({ findSettings })(campaignId, request.brandId);
    const until = performance.now() + MAX_DURATION_MS;
    const count = await replays.count(campaignId, { from, to }, MAX_CONVERSIONS + 1);
    if (count > MAX_CONVERSIONS) throw tooMany(`At most ${MAX_CONVERSIONS} conversions`);
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
        if (conversions % YIELD_AFTER === 0) await yieldToEventLoop();
      }
      if (performance.now() > until) {
        throw tooMany(`${MAX_DURATION_MS / SECOND_MS} s were not enough for these conversions`);
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
