import { z } from 'zod';
import { commissionSchema } from '../../views/commission-view.ts';

const instant = z.string();
const affiliates = z.number().nullable().describe('Null for brands');
const decimal = z.string().describe('Plain decimal text');
const fraction = z
  .string()
  .describe('An exact number of minor units, numerator/denominator, before rounding');

const tier = z
  .object({
    id: z.string(),
    name: z.string(),
    tier_level: z.int(),
    bonus_percent: decimal,
    early_payout: z.boolean(),
    campaign_id: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'AppliedTier', description: 'The tier that applied' });

/** One affiliate's part; an affiliate sees the others without their ids. */
const part = z
  .object({
    affiliate_id: z.string().nullable(),
    is_this_commission: z.boolean(),
    click_id: z.string().nullable(),
    weight: z.int().describe('In proportion to the other parts'),
    rate: decimal,
    exact: fraction,
    amount: z.number(),
  })
  .meta({
    id: 'CommissionPart',
    description: 'One affiliate’s part; an affiliate sees the others without their ids',
  });

/** A click or a coupon code on the path to the order; an affiliate sees the others' without their ids. */
const touch = z
  .object({
    affiliate_id: z.string().nullable(),
    click_id: z.string().nullable(),
    is_own: z.boolean(),
    clicked_at: instant.nullable(),
    weight: z
      .int()
      .nullable()
      .describe('In units of 1e-12 of the credit; null where a trained model gave it'),
    coupon_code: z
      .string()
      .nullable()
      .describe(
        'The coupon code where the touch is one; null for clicks, and for other affiliates’ codes',
      ),
  })
  .meta({
    id: 'TracedClick',
    description:
      'A click on the path to the order; an affiliate sees the others’ without their ids',
  });

const entry = z
  .object({
    account: z.string(),
    amount: z.number(),
    seq: z.int(),
    balance_after: z.number(),
    hash: z.string(),
  })
  .meta({ id: 'LedgerEntry', description: 'One entry of a booking' });

export const traceSchema = z.object({
  commission: commissionSchema,
  conversion: z
    .object({
      id: z.string(),
      order_id: z.string(),
      source: z.string(),
      order_value: z.number(),
      currency: z.string(),
      click_id: z.string().nullable().describe('Null where there is none, or it was another’s'),
      clicked_at: instant.nullable(),
      converted_at: instant,
      tracked_at: instant,
    })
    .meta({ id: 'TracedConversion', description: 'The order' }),
  attribution: z
    .object({
      model: z.string(),
      model_version: z.string(),
      path: z.array(touch).describe('Oldest first'),
    })
    .meta({ id: 'TracedAttribution', description: 'How the credit was shared' })
    .nullable()
    .describe('Null for batches, and while attribution does not answer'),
  fraud: z
    .object({ score: z.number().nullable(), requires_review: z.boolean() })
    .meta({ id: 'TracedFraud', description: 'How suspicious the order was' }),
  approval: z
    .object({
      approved_at: instant,
      approved_by: z.string(),
      notes: z.string().nullable(),
    })
    .meta({ id: 'TracedApproval', description: 'Who approved it' }),
  rule: z
    .object({
      type: z.enum(['percentage', 'fixed']),
      base_rate: decimal,
      currency: z.string(),
      hold_days: z.int(),
      units: z.int().describe('How many of what the rule pays for'),
      units_per: z.int().describe('For how many of them the rate is: 1,000 impressions, else 1'),
      named_commission: z.number().nullable(),
    })
    .meta({
      id: 'CommissionRule',
      description: 'The terms of the campaign, as they were at the order',
    }),
  tier: tier.nullable(),
  exchange_rates: z.array(
    z
      .object({ currency: z.string(), rate: decimal, effective_from: instant })
      .meta({ id: 'AppliedRate', description: 'An exchange rate that was used' }),
  ),
  calculation: z
    .object({
      earned_on: z
        .number()
        .describe('The order’s value less what was refunded before the approval'),
      parts: z.array(part),
      rounding: z.literal('half_even_once_then_largest_remainder'),
      total: z.number(),
      earned: z.number(),
    })
    .meta({ id: 'CommissionCalculation', description: 'How the amount was computed' }),
  hold: z
    .object({ days: z.int(), until: instant, ended_at: instant.nullable() })
    .meta({ id: 'CommissionHold', description: 'How long it waits' })
    .nullable(),
  adjustments: z.array(
    z
      .object({
        id: z.string(),
        type: z.enum(['refund', 'chargeback', 'partial_refund']),
        refunded_in_all: z.number(),
      })
      .meta({ id: 'CommissionAdjustment', description: 'A refund of the order' }),
  ),
  attribution_changes: z
    .array(
      z
        .object({
          id: z.string(),
          state: z.enum(['applied', 'undone']),
          before: z.number().describe('What the affiliate was entitled to of the conversion'),
          after: z.number(),
          owed_back: z.number().describe('What of it was paid or reserved and became a debt'),
          is_line_of_it: z.boolean().describe('Whether the change made this commission'),
        })
        .meta({
          id: 'TracedAttributionChange',
          description: 'A change of attribution that moved the commission',
        }),
    )
    .describe(
      'The changes that moved the affiliate’s commissions of this conversion, oldest first',
    ),
  cancellation: z
    .object({
      reason: z.string().nullable(),
      cancelled_by: z.string().nullable().describe('The administrator who did; for admins alone'),
      cancelled_at: instant,
    })
    .meta({ id: 'CommissionCancellation', description: 'By whom and why it was cancelled' })
    .nullable(),
  payouts: z.array(
    z
      .object({
        payout_id: z.string(),
        amount: z.number().describe('What it took of this commission'),
        state: z.enum(['reserved', 'settled', 'released', 'restored']),
        reserved_at: instant,
        settled_at: instant.nullable(),
        ended_at: instant.nullable(),
        provider_transaction_id: z.string().nullable(),
      })
      .meta({ id: 'CommissionPayout', description: 'A payout that contains the commission' }),
  ),
  owed: z.number(),
  paid: affiliates,
  set_aside: affiliates,
  owed_back: affiliates,
  ledger: z.array(
    z
      .object({
        transaction_id: z.string(),
        kind: z.string(),
        at: instant,
        adjustment_id: z.string().nullable(),
        attribution_change_id: z.string().nullable(),
        payout_id: z.string().nullable(),
        entries: z.array(entry),
      })
      .meta({ id: 'LedgerBooking', description: 'A booking in the ledger' }),
  ),
});
export type Trace = z.input<typeof traceSchema>;
