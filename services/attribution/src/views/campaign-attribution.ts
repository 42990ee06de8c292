import {
  attributionModels,
  type AttributionSettings,
  couponCodeShareOf,
  couponRuleOf,
  couponRules,
} from '@tributary/contracts';
import { z } from 'zod';

export const couponRule = z
  .enum(couponRules)
  .describe(
    'Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both ' +
      '(`split`), or `first`: the code where it began to be valid before the click, else the click',
  )
  .meta({ examples: ['code'] });
export const couponCodeShare = z
  .int()
  .min(1)
  .max(99)
  .describe(
    'The code’s part of the credit where the rule is `split`, percent; the model divides the rest',
  )
  .meta({ examples: [50] });

export const attributionSettingsView = z
  .object({
    model: z.enum(attributionModels),
    lookback_window_days: z.int(),
    time_decay_half_life_hours: z.int(),
    position_based_weights: z.object({ first: z.int(), middle: z.int(), last: z.int() }),
    enable_cross_device: z.boolean(),
    fingerprinting_enabled: z.boolean(),
    coupon_rule: couponRule,
    coupon_code_share: couponCodeShare,
  })
  .meta({ id: 'AttributionSettings', description: 'How a campaign shares the credit for orders' });

export const toAttributionSettingsView = (
  settings: AttributionSettings,
): z.output<typeof attributionSettingsView> => ({
  model: settings.model,
  lookback_window_days: settings.lookbackWindowDays,
  time_decay_half_life_hours: settings.timeDecayHalfLifeHours,
  position_based_weights: settings.positionBasedWeights,
  enable_cross_device: settings.enableCrossDevice,
  fingerprinting_enabled: settings.fingerprintingEnabled,
  coupon_rule: couponRuleOf(settings),
  coupon_code_share: couponCodeShareOf(settings),
});
