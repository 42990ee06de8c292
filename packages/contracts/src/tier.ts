import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';

/** What a tier is good for besides its name; dedicated managers are optional. */
export const tierBenefits = z.object({
  early_payout: z.boolean(),
  priority_support: z.boolean(),
  exclusive_campaigns: z.boolean(),
  higher_commissions: z.boolean(),
  dedicated_manager: z.boolean().optional(),
});
export type TierBenefits = z.output<typeof tierBenefits>;

const tier = z.object({ tierId: id, name: z.string(), level: z.int() });

export const affiliateTierChanged = defineEvent({
  type: 'affiliate.tier_changed.v1',
  topic: 'commission.commissions',
  key: (change) => change.affiliateId,
  data: z.object({
    affiliateId: id,
    /** Null for the platform’s tiers, else the campaign whose own tiers these are. */
    campaignId: id.nullable(),
    brandId: id.nullable(),
    from: tier,
    to: tier,
    benefits: tierBenefits,
    /** What was counted over the period. */
    conversions: z.int(),
    revenueMinor: amountMinor,
    currency,
    periodDays: z.int(),
    changedAt: instant,
  }),
  description:
    'An affiliate moved to another commission tier, which counts from the next conversion on; or, where both levels are one, what the tier is good for was set anew.',
});

export const commissionTiersSet = defineEvent({
  type: 'commission_tiers.set.v1',
  topic: 'commission.commissions',
  key: ({ campaignId }) => campaignId ?? 'platform',
  data: z.object({
    /** Null for the platform’s tiers, else the campaign where these take their place. */
    campaignId: id.nullable(),
    brandId: id.nullable(),
    /** 1 for the first, without gaps. */
    version: z.int(),
    /** From when on they hold, until the next version does. */
    effectiveFrom: instant,
    /** The active ones, the lowest first: everybody is in that one who has never moved. */
    tiers: z.array(
      tier.extend({
        /** What it adds to a campaign’s rate, percent of it, plain decimal text; 0 without that benefit. */
        bonusPercent: z.string(),
      }),
    ),
  }),
  description:
    'The platform’s or a campaign’s tiers were set anew, with the bonus of each; an affiliate has that of the level that affiliate.tier_changed.v1 told last, or of the next one below. A service that starts says the platform’s again.',
});

export const exchangeRatesSet = defineEvent({
  type: 'exchange_rates.set.v1',
  topic: 'commission.commissions',
  key: () => 'exchange-rates',
  data: z.object({
    /** From when on they hold. */
    effectiveFrom: instant,
    /** The currency that one unit of the others is told in. */
    base: currency,
    /** What one unit is worth in `base`, plain decimal text, by currency. */
    rates: z.record(z.string(), z.string()),
    setBy: id,
  }),
  description: 'An administrator dated new exchange rates.',
});
