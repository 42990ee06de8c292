import { attributionModels, type AttributionSettings } from '@tributary/contracts';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { LEAST_CONVERSIONS } from '../../domain/data-driven.ts';

const weight = z.int().min(0).max(100);

const body = z.strictObject({
  model: z.enum(attributionModels),
  lookback_window_days: z.int().min(1).max(365).default(defaultSettings.lookbackWindowDays),
  time_decay_half_life_hours: z
    .int()
    .min(1)
    .max(8_760)
    .default(defaultSettings.timeDecayHalfLifeHours),
  position_based_weights: z
    .strictObject({ first: weight, middle: weight, last: weight })
    .refine(({ first, middle, last }) => first + middle + last === 100, 'Must sum to 100')
    .default(defaultSettings.positionBasedWeights),
  enable_cross_device: z.boolean().default(false),
  fingerprinting_enabled: z.boolean().default(false),
});

export const settingsView = z.object({
  model: z.enum(attributionModels),
  lookback_window_days: z.int(),
  time_decay_half_life_hours: z.int(),
  position_based_weights: z.object({ first: z.int(), middle: z.int(), last: z.int() }),
  enable_cross_device: z.boolean(),
  fingerprinting_enabled: z.boolean(),
});

const trainingView = z
  .object({
    is_trained: z.boolean(),
    version: z.int().nullable(),
    trained_at: z.iso.datetime().nullable(),
    conversions: z.int().describe('Orders of the last 90 days that it was trained on'),
    minimum_conversions: z.int(),
    falls_back_to: z.enum(['linear']).nullable(),
  })
  .describe('How far data_driven is: until it has learnt enough, credit is split evenly');

export const viewOf = (settings: AttributionSettings): z.output<typeof settingsView> => ({
  model: settings.model,
  lookback_window_days: settings.lookbackWindowDays,
  time_decay_half_life_hours: settings.timeDecayHalfLifeHours,
  position_based_weights: settings.positionBasedWeights,
  enable_cross_device: settings.enableCrossDevice,
  fingerprinting_enabled: settings.fingerprintingEnabled,
});

async function trainingOf(
  { trainedModels }: Deps,
  campaignId: string,
): Promise<z.output<typeof trainingView>> {
  const training = await trainedModels.findTraining(campaignId);
  const conversions = training?.conversions ?? 0;
  const isTrained = conversions >= LEAST_CONVERSIONS;
  return {
    is_trained: isTrained,
    version: training?.version ?? null,
    trained_at: training?.trainedAt.toISOString() ?? null,
    conversions,
    minimum_conversions: LEAST_CONVERSIONS,
    falls_back_to: isTrained ? null : 'linear',
  };
}

/** The campaign service keeps the record; its answer is taken over at once, and again by its event. */
export const setAttributionRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution',
    summary: 'Sets how a campaign’s conversions are credited',
    description:
      'The whole settings; what is left out has its default. They hold for conversions that come from ' +
      'now on; what was credited before stays as it was.',
    allow: ['brand'] as const,
    scope: 'conversions:write',
    params: z.object({ campaign_id: z.uuid() }),
    body,
    response: z.object({
      success: z.literal(true),
      data: z.object({
        campaign_id: z.uuid(),
        attribution_settings: settingsView,
        data_driven: trainingView.optional(),
      }),
    }),
    errors: {
      campaign_not_found: 'There is no such campaign of this brand',
      campaign_archived: '409: an archived campaign cannot be changed',
    },
    handle: async ({ params, body: asked, actor }) => {
      const campaignId = params.campaign_id;
      const campaign = await deps.campaigns.setAttribution(campaignId, actor.id, asked);
      await deps.settings.keep(campaign);
      const { attribution } = campaign;
      const training =
        attribution.model === 'data_driven'
          ? { data_driven: await trainingOf(deps, campaignId) }
          : {};
      return {
        success: true,
        data: { campaign_id: campaignId, attribution_settings: viewOf(attribution), ...training },
      };
    },
  });
