import { attributionModels, couponRules } from '@tributary/contracts';
import { z } from 'zod';

const share = z.int().min(0).max(100);
const weightsShape = { first: share, middle: share, last: share };
/** The attribution settings of a campaign on the wire. */
export const settingsShape = {
  model: z.enum(attributionModels),
  lookback_window_days: z.int().min(1).max(365),
  time_decay_half_life_hours: z.int().min(1).max(8_760),
  position_based_weights: z
    .strictObject(weightsShape)
    .refine(({ first, middle, last }) => first + middle + last === 100, 'Must sum to 100')
    .meta({
      id: 'PositionWeights',
      description: 'Percent of the credit by the position of a click; they sum to 100',
    }),
  enable_cross_device: z.boolean(),
  fingerprinting_enabled: z.boolean(),
  coupon_rule: z
    .enum(couponRules)
    .describe(
      'Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both ' +
        '(`split`), or `first`: the code where it began to be valid before the click, else the click',
    )
    .meta({ examples: ['code'] }),
  coupon_code_share: z
    .int()
    .min(1)
    .max(99)
    .describe('The code’s part of the credit where the rule is `split`, percent')
    .meta({ examples: [50] }),
};
