import { currencyExponent, fromWireNumber, parsePercent } from '@tributary/money';
import { z } from 'zod';
import { PLATFORM_CURRENCY } from '../domain/exchange.ts';
import type { TierSettings } from '../domain/tier-settings.ts';
import type { Tier } from '../domain/tier.ts';

const MAX_TIERS = 10;

const percent = z.number().min(0).max(100).multipleOf(0.0001);
const DECIMALS = currencyExponent(PLATFORM_CURRENCY);
const revenue = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .refine((amount) => Number(amount.toFixed(DECIMALS)) === amount, {
    error: `Must have at most ${String(DECIMALS)} decimals`,
  });
const benefits = z
  .strictObject({
    early_payout: z.boolean().default(false),
    priority_support: z.boolean().default(false),
    exclusive_campaigns: z.boolean().default(false),
    /** Whether the bonus counts; by default it does where it is above 0. */
    higher_commissions: z.boolean().optional(),
    dedicated_manager: z.boolean().optional(),
  })
  .meta({ id: 'NewTierBenefits', description: 'What a tier offers' });
const tier = z
  .strictObject({
    name: z.string().trim().min(1).max(50),
    description: z.string().trim().max(500).default(''),
    bonus_percent: percent,
    min_conversions: z.int().min(0).max(1_000_000_000),
    min_revenue: revenue,
    benefits: benefits.default({
      early_payout: false,
      priority_support: false,
      exclusive_campaigns: false,
    }),
    is_active: z.boolean().default(true),
  })
  .meta({ id: 'NewTier', description: 'A tier as it is set' });
type TierFields = z.output<typeof tier>;

const settings = {
  period_days: z.int().min(1).max(365).default(30),
  allow_downgrade: z.boolean().default(false),
};

/** Thresholds rise with the level, and every affiliate reaches the first tier. */
function checkLevels(tiers: readonly TierFields[], ctx: z.RefinementCtx): void {
  const refuse = (index: number, field: string, message: string): void => {
    ctx.addIssue({ code: 'custom', path: ['tiers', index, field], message });
  };
  tiers.forEach((current, index) => {
    const last = tiers[index - 1];
    if (last === undefined) {
      if (!current.is_active) refuse(index, 'is_active', 'The first tier is always active');
      if (current.min_conversions > 0) refuse(index, 'min_conversions', 'Must be 0 in the first');
      if (current.min_revenue > 0) refuse(index, 'min_revenue', 'Must be 0 in the first');
      return;
    }
    if (current.min_conversions < last.min_conversions) {
      refuse(index, 'min_conversions', 'Must not be below the tier before');
    }
    if (current.min_revenue < last.min_revenue) {
      refuse(index, 'min_revenue', 'Must not be below the tier before');
    }
  });
}

const campaignNames = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const;

/** The platform's tiers: the whole scheme, lowest first. */
export const platformTiersBody = z
  .strictObject({
    ...settings,
    base_commission_rate: percent.default(10),
    tiers: z.array(tier).min(1).max(MAX_TIERS),
  })
  .superRefine(({ tiers }, ctx) => {
    checkLevels(tiers, ctx);
  });

/** A campaign's own tiers: some of the four names, lowest first. */
export const campaignTiersBody = z
  .strictObject({ ...settings, tiers: z.array(tier).min(1).max(campaignNames.length) })
  .superRefine(({ tiers }, ctx) => {
    checkLevels(tiers, ctx);
    tiers.forEach(({ name }, index) => {
      if (name === campaignNames[index]) return;
      const path = ['tiers', index, 'name'];
      ctx.addIssue({ code: 'custom', path, message: 'Bronze, Silver, Gold, Platinum in order' });
    });
  });

/** What the tiers of a scheme become by a body. */
export const tierSettingsOf = (body: z.output<typeof campaignTiersBody>): TierSettings => ({
  periodDays: body.period_days,
  allowDowngrade: body.allow_downgrade,
  tiers: body.tiers.map(tierOf),
});

const tierOf = (fields: TierFields): TierSettings['tiers'][number] => ({
  name: fields.name,
  description: fields.description,
  bonusPercent: parsePercent(String(fields.bonus_percent)),
  minConversions: fields.min_conversions,
  minRevenueMinor: fromWireNumber(fields.min_revenue, PLATFORM_CURRENCY),
  benefits: benefitsOf(fields),
  isActive: fields.is_active,
});

function benefitsOf({ benefits: given, bonus_percent: bonus }: TierFields): Tier['benefits'] {
  const { higher_commissions = bonus > 0, dedicated_manager: manager, ...others } = given;
  const dedicated = manager === undefined ? {} : { dedicated_manager: manager };
  return { ...others, higher_commissions, ...dedicated };
}
