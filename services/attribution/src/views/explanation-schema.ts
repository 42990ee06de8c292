import {
  attributionModels,
  conversionSources,
  judgingCauses,
  unpayableReasons,
} from '@tributary/contracts';
import { z } from 'zod';
import { attributionSettingsView } from './campaign-attribution.ts';
import { couponView } from './coupon-explanation.ts';

const verdictFields = {
  fraud_score: z.number(),
  requires_review: z.boolean(),
  reasons: z.array(z.string()).describe('The strongest three, in sentences'),
  factors: z.array(
    z
      .object({
        factor: z.string(),
        value: z.number().nullable().describe('0 to 1; null when the signal was not available'),
        weight: z.number(),
        contribution: z.number().describe('The contributions add up to the score'),
        evidence: z.string(),
      })
      .meta({ id: 'FraudSignal', description: 'One signal of a conversion’s fraud score' }),
  ),
  weights_version: z.string(),
};

const secondVerdictView = z
  .object({
    ...verdictFields,
    judged_at: z.iso.datetime().describe('When it was judged again'),
    cause: z
      .enum(judgingCauses)
      .describe('`nightly`, or `payout` where a commission of it was about to be paid'),
    is_held: z
      .boolean()
      .describe('Whether nothing is paid for it until the brand decides; its commissions wait'),
  })
  .meta({ id: 'SecondVerdict', description: 'The verdict on a conversion some time later' });

const fraudView = z
  .object({
    ...verdictFields,
    threshold: z.number().describe('Above it a conversion requires review'),
    second_verdict: secondVerdictView
      .nullable()
      .describe('The last one beside the first; null until the conversion is judged again'),
  })
  .meta({ id: 'FraudExplanation', description: 'How a conversion’s fraud score came about' });

const changeId = (which: string) =>
  z.uuid().nullable().describe(`The change of attribution ${which}; null where none did`);

const shareView = z
  .object({
    affiliate_id: z.uuid(),
    click_id: z.uuid().nullable(),
    link_id: z.uuid().nullable(),
    share: z.number().describe('0 to 1'),
    value: z.number().nullable().describe('The part of the order value'),
  })
  .meta({ id: 'AttributionShare', description: 'One affiliate’s share of an order' });

const attributionView = z
  .object({
    model: z.enum(attributionModels),
    model_version: z.string(),
    falls_back_to: z.enum(['linear']).nullable(),
    settings: attributionSettingsView
      .nullable()
      .describe('Null in the oldest assessments, which do not contain their inputs'),
    path: z
      .array(
        z
          .object({
            affiliate_id: z.uuid(),
            click_id: z.uuid().nullable(),
            link_id: z.uuid().nullable(),
            clicked_at: z.iso.datetime().nullable(),
            hours_before: z.number().nullable(),
            coupon_code: z
              .string()
              .nullable()
              .describe('The code where the touch is one: it has no click, no link and no time')
              .meta({ examples: ['ANNA10'] }),
          })
          .meta({ id: 'AttributionTouch', description: 'A click on the path to an order' }),
      )
      .describe(
        'Oldest first; the order’s own click is the last of the clicks, a coupon code comes after it',
      ),
    coupon: couponView,
    shares: z.array(shareView).describe('Largest first; they sum to the whole order'),
    attribution_change_id: changeId('that the credit follows'),
  })
  .meta({
    id: 'AttributionExplanation',
    description: 'How the credit for a conversion was shared',
  });

const commissionView = z
  .object({
    affiliate_id: z.uuid(),
    amount: z.number(),
    currency: z.string(),
    commission_type: z.enum(['percentage', 'fixed', 'named_by_the_shop']),
    commission_rate: z.string().nullable().describe('Percent, or an amount per conversion'),
    tier: z.string().nullable(),
    status: z
      .string()
      .describe(
        '`expected` until the conversion is approved, `expected_if_approved` where it has an unpayable_reason',
      ),
    attribution_change_id: changeId('that last moved it'),
  })
  .meta({ id: 'CommissionExplanation', description: 'What one affiliate earns by a conversion' });

export const explanationView = z
  .object({
    conversion_id: z.uuid(),
    campaign_id: z.uuid(),
    order_id: z
      .string()
      .nullable()
      .describe('Null in the oldest assessments, like all fields of the order'),
    order_value: z.number().nullable(),
    currency: z.string().nullable(),
    source: z.enum(conversionSources).nullable(),
    converted_at: z.iso.datetime().nullable(),
    unpayable_reason: z
      .enum(unpayableReasons)
      .nullable()
      .describe('Why it earns only if the brand approves it by hand; null where it earns'),
    assessed_at: z.iso.datetime(),
    fraud: fraudView,
    attribution: attributionView,
    commission: z.object({
      commissions: z
        .array(commissionView)
        .describe('None when the conversion was rejected or reversed'),
      rounding: z.string(),
    }),
  })
  .meta({
    id: 'ConversionExplanation',
    description: 'Why a conversion is as it is: its score, its credit, its commissions',
  });
