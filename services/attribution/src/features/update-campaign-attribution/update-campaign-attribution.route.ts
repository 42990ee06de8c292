import { attributionModels, couponCodeShareOf, couponRuleOf } from '@tributary/contracts';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { MIN_CONVERSIONS } from '../../domain/data-driven.ts';
import {
  attributionSettingsView,
  couponCodeShare,
  couponRule,
  toAttributionSettingsView,
} from '../../views/campaign-attribution.ts';

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
  coupon_rule: couponRule.default(couponRuleOf(defaultSettings)),
  coupon_code_share: couponCodeShare.default(couponCodeShareOf(defaultSettings)),
});

const trainingView = z
  .object({
    is_trained: z.boolean(),
    version: z.int().nullable(),
    trained_at: z.iso.datetime().nullable(),
    conversions: z.int().describe('Orders of the last 90 days that the model was trained on'),
    minimum_conversions: z.int(),
    falls_back_to: z.enum(['linear']).nullable(),
  })
  .meta({
    id: 'ModelTraining',
    description: 'State of the data_driven model: until it is trained, credit is split evenly',
  })
  .describe('State of the data_driven model: until it is trained, credit is split evenly');

async function trainingOf(
  { trainedModels }: Pick<Deps, 'trainedModels'>,
  campaignId: string,
): Promise<z.output<typeof trainingView>> {
  const training = await trainedModels.findTraining(campaignId);
  const conversions = training?.conversions ?? 0;
  const isTrained = conversions >= MIN_CONVERSIONS;
  return {
    is_trained: isTrained,
    version: training?.version ?? null,
    trained_at: training?.trainedAt.toISOString() ?? null,
    conversions,
    minimum_conversions: MIN_CONVERSIONS,
    falls_back_to: isTrained ? null : 'linear',
  };
}

/** The campaign service owns the record. Its response is stored at once, and again when its event comes. */
export const updateCampaignAttributionRoute = ({ campaigns, settings, trainedModels }: Deps) =>
  route({
    operationId: 'updateCampaignAttribution',
    method: 'put',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution',
    summary: 'Sets how a campaign’s conversions are credited',
    description:
      'Replaces all settings; a field that is left out gets its default. The settings apply to conversions ' +
      'that are tracked from now on; earlier conversions keep their credit.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    params: z.object({ campaign_id: z.uuid() }),
    body,
    response: z.object({
      success: z.literal(true),
      data: z.object({
        campaign_id: z.uuid(),
        attribution_settings: attributionSettingsView,
        data_driven: trainingView.optional(),
      }),
    }),
    errors: {
      campaign_not_found: 'There is no such campaign of this brand',
      campaign_archived: '409: an archived campaign cannot be changed',
    },
    handle: async ({ params, body: requested, actor }) => {
      const campaignId = params.campaign_id;
      const campaign = await campaigns.setAttribution(campaignId, actor.id, requested);
      await settings.save(campaign);
      const { attribution } = campaign;
      const training =
        attribution.model === 'data_driven'
          ? { data_driven: await trainingOf({ trainedModels }, campaignId) }
          : {};
      return {
        success: true,
        data: {
          campaign_id: campaignId,
          attribution_settings: toAttributionSettingsView(attribution),
          ...training,
        },
      };
    },
  });
