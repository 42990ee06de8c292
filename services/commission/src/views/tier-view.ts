import { tierBenefits } from '@tributary/contracts';
import { effectivePercent, toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { PLATFORM_CURRENCY } from '../domain/exchange.ts';
import type { Tier, TierScheme } from '../domain/tier.ts';

const benefits = tierBenefits.meta({ id: 'TierBenefits', description: 'What a tier offers' });

export const tierSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    tier_level: z.int(),
    base_commission_rate: z.number(),
    effective_commission_rate: z.number(),
    bonus_percent: z
      .number()
      .meta({ description: 'What the tier adds to the rate, percent of it' }),
    min_conversions: z.int(),
    min_revenue: z.number(),
    period_days: z
      .int()
      .meta({ description: 'The rolling period in which conversions and revenue count, days' }),
    allow_downgrade: z
      .boolean()
      .meta({ description: 'Whether an affiliate who brings less falls back to a lower tier' }),
    benefits,
    is_active: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Tier', description: 'A tier of affiliates' });

/** @param baseRate percent, or major units of a fixed amount; plain decimal text */
export const tierView = (
  tier: Tier,
  { periodDays, allowDowngrade }: Pick<TierScheme, 'periodDays' | 'allowDowngrade'>,
  baseRate: string,
): z.input<typeof tierSchema> => ({
  id: tier.id,
  name: tier.name,
  description: tier.description,
  tier_level: tier.level,
  base_commission_rate: Number(baseRate),
  effective_commission_rate: Number(
    effectivePercent(baseRate, tier.benefits.higher_commissions ? tier.bonusPercent : '0'),
  ),
  bonus_percent: Number(tier.bonusPercent),
  min_conversions: tier.minConversions,
  min_revenue: toWireNumber(tier.minRevenueMinor, PLATFORM_CURRENCY),
  period_days: periodDays,
  allow_downgrade: allowDowngrade,
  benefits: tier.benefits,
  is_active: tier.isActive,
  created_at: tier.createdAt.toISOString(),
});

export const schemeSchema = z
  .object({
    campaign_id: z.uuid().nullable(),
    version: z.int(),
    effective_from: z.string(),
    period_days: z.int(),
    allow_downgrade: z.boolean(),
    currency: z.string(),
    tiers: z.array(tierSchema),
  })
  .meta({ id: 'TierScheme', description: 'The tiers of the platform or a campaign' });

export const schemeView = (
  scheme: TierScheme,
  { campaignId, baseRate }: { readonly campaignId: string | null; readonly baseRate: string },
): z.input<typeof schemeSchema> => ({
  campaign_id: campaignId,
  version: scheme.version,
  effective_from: scheme.effectiveFrom.toISOString(),
  period_days: scheme.periodDays,
  allow_downgrade: scheme.allowDowngrade,
  currency: PLATFORM_CURRENCY,
  tiers: scheme.tiers.map((tier) => tierView(tier, scheme, baseRate)),
});
