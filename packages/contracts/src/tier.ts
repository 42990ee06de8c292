import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** The benefits of a tier; dedicated managers are optional. */
export const tierBenefits = z.object({
  early_payout: z.boolean(),
  priority_support: z.boolean(),
  exclusive_campaigns: z.boolean(),
  higher_commissions: z.boolean(),
  dedicated_manager: z.boolean().optional(),
});
export type TierBenefits = z.output<typeof tierBenefits>;

const tier = z.object({ tierId: id, name: z.string(), level: z.int() });

const bronze = { tierId: '01975b3c-7c00-7000-8000-000000009101', name: 'Bronze', level: 1 };
const silver = { tierId: '01975b3c-7c00-7000-8000-000000009102', name: 'Silver', level: 2 };

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
    /** Counted over the period. */
    conversions: z.int(),
    revenueMinor: amountMinor,
    currency,
    periodDays: z.int(),
    changedAt: instant,
  }),
  description:
    'An affiliate moved to another commission tier, which applies from the next conversion on. Where both levels are equal, the benefits of the tier changed.',
  sample: {
    affiliateId: sampleIds.affiliateId,
    campaignId: null,
    brandId: null,
    from: bronze,
    to: silver,
    benefits: {
      early_payout: false,
      priority_support: true,
      exclusive_campaigns: false,
      higher_commissions: true,
    },
    conversions: 31,
    revenueMinor: 412_500,
    currency: 'USD',
    periodDays: 30,
    changedAt: SAMPLE_TIME,
  },
  publicEvents: [
    {
      name: 'affiliate.tier.changed',
      category: 'Affiliate',
      place: 6,
      description: 'An affiliate moved to another commission tier.',
      messages: (change) => {
        // The tier's benefits were set anew, and nobody moved.
        if (change.from.level === change.to.level) return [];
        const data = {
          affiliate_id: change.affiliateId,
          campaign_id: change.campaignId,
          from: change.from.name,
          to: change.to.name,
          tier_level: change.to.level,
          benefits: change.benefits,
          conversions: change.conversions,
          revenue: formatAmount(change.revenueMinor, change.currency),
          currency: change.currency,
        };
        return [messageTo([change.affiliateId, change.brandId], data)];
      },
    },
  ],
});

export const commissionTiersSet = defineEvent({
  type: 'commission_tiers.set.v1',
  topic: 'commission.commissions',
  key: ({ campaignId }) => campaignId ?? 'platform',
  data: z.object({
    /** Null for the platform’s tiers; otherwise the campaign where these replace them. */
    campaignId: id.nullable(),
    brandId: id.nullable(),
    /** 1 for the first, without gaps. */
    version: z.int(),
    /** They apply from this time on, until the next version does. */
    effectiveFrom: instant,
    /** The active tiers, lowest first; an affiliate that never moved is in the lowest. */
    tiers: z.array(
      tier.extend({
        /**
         * Added to a campaign’s rate, in percent of the rate, plain decimal text; 0 without that
         * benefit.
         */
        bonusPercent: z.string(),
      }),
    ),
  }),
  description:
    'The platform’s or a campaign’s tiers were replaced, with the bonus of each. An affiliate has the bonus of the level in its last affiliate.tier_changed.v1, or of the next lower one. The platform’s tiers are published again at each start.',
  sample: {
    campaignId: null,
    brandId: null,
    version: 1,
    effectiveFrom: SAMPLE_TIME,
    tiers: [
      { ...bronze, bonusPercent: '0' },
      { ...silver, bonusPercent: '5' },
    ],
  },
  internalBecause: 'tiers are public at their own page, and each change of tier is published',
});

export const exchangeRatesSet = defineEvent({
  type: 'exchange_rates.set.v1',
  topic: 'commission.commissions',
  key: () => 'exchange-rates',
  data: z.object({
    /** They apply from this time on. */
    effectiveFrom: instant,
    /** The currency in which the rates are given. */
    base: currency,
    /** What one unit is worth in `base`, plain decimal text, by currency. */
    rates: z.record(z.string(), z.string()),
    setBy: id,
  }),
  description: 'An administrator set exchange rates from a date on.',
  sample: {
    effectiveFrom: SAMPLE_TIME,
    base: 'USD',
    rates: { EUR: '1.08' },
    setBy: sampleIds.adminId,
  },
  internalBecause: 'rates are the platform’s own configuration',
});
