import { commissionTiersSet, type DomainEvent, type TierBenefits } from '@tributary/contracts';

/** One tier of a scheme. */
export interface Tier {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly level: number;
  /** On the base rate, in percent, plain decimal text. */
  readonly bonusPercent: string;
  readonly minConversions: number;
  /** Minor units of the platform's currency. */
  readonly minRevenueMinor: number;
  readonly benefits: TierBenefits;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

export const PLATFORM_SCHEME = 'platform';

/** The tiers of the platform or of one campaign, as they are from `effectiveFrom` on. */
export interface TierScheme {
  /** `platform`, or the campaign's id. */
  readonly schemeId: string;
  readonly version: number;
  readonly effectiveFrom: Date;
  /** The brand of the campaign; null for the platform's. */
  readonly brandId: string | null;
  /** The rate that views add the bonuses to, percent: the platform's usual one, or the campaign's. */
  readonly baseRate: string;
  readonly periodDays: number;
  readonly allowDowngrade: boolean;
  /** Ascending by level. */
  readonly tiers: readonly Tier[];
}

/**
 * One move of an affiliate within a scheme; together they are the history. A move from a level to itself records that the
 * tier's changed benefits were published.
 */
export interface TierChange {
  readonly affiliateId: string;
  readonly schemeId: string;
  /** 1 for the first, without gaps. */
  readonly number: number;
  readonly fromLevel: number;
  readonly toLevel: number;
  readonly schemeVersion: number;
  readonly conversions: number;
  readonly revenueMinor: number;
  readonly at: Date;
}

/** The tier that a conversion is paid by, besides its campaign's terms; frozen with it. */
export interface FrozenTier {
  readonly schemeId: string;
  readonly schemeVersion: number;
  readonly tierId: string;
  readonly name: string;
  readonly level: number;
  /** Added to the base rate, percent of it; `0` without the benefit of higher commissions. */
  readonly bonusPercent: string;
  /** Whether holds are halved. */
  readonly earlyPayout: boolean;
}

/** An affiliate's results over a scheme's period. */
export interface TierFigures {
  readonly conversions: number;
  /** Minor units of the platform's currency. */
  readonly revenueMinor: number;
}

const none = {
  early_payout: false,
  priority_support: false,
  exclusive_campaigns: false,
  higher_commissions: false,
  dedicated_manager: false,
} as const;

const defaultTiers = [
  ['Bronze', 'Where everybody starts', '0', 0, 0, none],
  [
    'Silver',
    '5 % on top of the base rate',
    '5',
    25,
    250_000,
    { ...none, higher_commissions: true },
  ],
  [
    'Gold',
    '10 % on top of the base rate, and holds halved',
    '10',
    100,
    1_000_000,
    { ...none, higher_commissions: true, early_payout: true, priority_support: true },
  ],
  [
    'Platinum',
    '15 % on top of the base rate, holds halved, and exclusive campaigns',
    '15',
    500,
    5_000_000,
    {
      early_payout: true,
      priority_support: true,
      exclusive_campaigns: true,
      higher_commissions: true,
      dedicated_manager: true,
    },
  ],
] as const;

/** Fixed, so that every instance that starts on an empty database creates the same tiers. */
const defaultTierId = (level: number): string =>
  `00000000-0000-7000-8000-${String(level).padStart(12, '0')}`;

/** The platform's tiers until an administrator sets others. */
export const defaultScheme = (now: Date): TierScheme => ({
  schemeId: PLATFORM_SCHEME,
  version: 1,
  effectiveFrom: new Date(0),
  brandId: null,
  baseRate: '10',
  periodDays: 30,
  allowDowngrade: false,
  tiers: defaultTiers.map(
    ([name, description, bonusPercent, minConversions, minRevenueMinor, benefits], index) => ({
      id: defaultTierId(index + 1),
      name,
      description,
      level: index + 1,
      bonusPercent,
      minConversions,
      minRevenueMinor,
      benefits,
      isActive: true,
      createdAt: now,
    }),
  ),
});

/** The version of one scheme that was in force at a moment. */
export const schemeInForce = (
  versions: readonly TierScheme[],
  schemeId: string,
  at: Date,
): TierScheme | undefined =>
  versions
    .filter((scheme) => scheme.schemeId === schemeId && scheme.effectiveFrom <= at)
    .toSorted((a, b) => a.version - b.version)
    .at(-1);

/** The level of an affiliate at a moment, by the history of one scheme; the lowest without any. */
export function levelAt(changes: readonly TierChange[], scheme: TierScheme, at: Date): number {
  const last = changes
    .filter((change) => change.schemeId === scheme.schemeId && change.at <= at)
    .toSorted((a, b) => a.number - b.number)
    .at(-1);
  return last?.toLevel ?? lowestLevel(scheme);
}

export const lowestLevel = ({ tiers }: TierScheme): number =>
  Math.min(...tiers.filter(({ isActive }) => isActive).map(({ level }) => level));

/** The tier of a level; where it was taken out of the scheme, the next one below. */
export function tierOfLevel({ tiers }: TierScheme, level: number): Tier | undefined {
  const active = tiers.filter(({ isActive }) => isActive);
  return active.filter((tier) => tier.level <= level).at(-1) ?? active[0];
}

/**
 * Whether the last published tier of the affiliate is wrong about exclusive campaigns, the one benefit that other services
 * act on, because the scheme has changed since.
 */
export function isPublishedWrongly(
  versions: readonly TierScheme[],
  changes: readonly TierChange[],
  { scheme, tier }: { readonly scheme: TierScheme; readonly tier: Tier },
): boolean {
  const last = changes
    .filter(({ schemeId }) => schemeId === scheme.schemeId)
    .toSorted((a, b) => a.number - b.number)
    .at(-1);
  const published = versions.find(
    ({ schemeId, version }) => schemeId === scheme.schemeId && version === last?.schemeVersion,
  );
  const publishedTier = published && last && tierOfLevel(published, last.toLevel);
  return (
    (publishedTier?.benefits.exclusive_campaigns ?? false) !== tier.benefits.exclusive_campaigns
  );
}

/** Added to the rate, percent of it; `0` without the benefit. */
const bonusInForce = ({ benefits, bonusPercent }: Tier): string =>
  benefits.higher_commissions ? bonusPercent : '0';

/** A scheme with the bonuses by which other services compute expected commissions. */
export const tiersSet = (scheme: TierScheme): DomainEvent =>
  commissionTiersSet({
    campaignId: scheme.schemeId === PLATFORM_SCHEME ? null : scheme.schemeId,
    brandId: scheme.brandId,
    version: scheme.version,
    effectiveFrom: scheme.effectiveFrom.toISOString(),
    tiers: scheme.tiers
      .filter(({ isActive }) => isActive)
      .map((tier) => ({
        tierId: tier.id,
        name: tier.name,
        level: tier.level,
        bonusPercent: bonusInForce(tier),
      })),
  });

/**
 * The tier with a bonus of at most `counted`, percent of the rate: what tracking has counted against the campaign's
 * limits, which a tier that was reached a moment before the order may exceed.
 */
export const withinCounted = (tier: FrozenTier, counted: string): FrozenTier =>
  Number(tier.bonusPercent) > Number(counted) ? { ...tier, bonusPercent: counted } : tier;

/** The tier of a conversion tracked at `at`: by the campaign's own tiers, else by the platform's. */
export function freezeTier(
  known: { readonly schemes: readonly TierScheme[]; readonly changes: readonly TierChange[] },
  campaignId: string,
  at: Date,
): FrozenTier | null {
  const scheme =
    schemeInForce(known.schemes, campaignId, at) ??
    schemeInForce(known.schemes, PLATFORM_SCHEME, at);
  if (scheme === undefined) return null;
  const tier = tierOfLevel(scheme, levelAt(known.changes, scheme, at));
  if (tier === undefined) return null;
  return {
    schemeId: scheme.schemeId,
    schemeVersion: scheme.version,
    tierId: tier.id,
    name: tier.name,
    level: tier.level,
    bonusPercent: bonusInForce(tier),
    earlyPayout: tier.benefits.early_payout,
  };
}

/** The highest tier whose thresholds are both met; a lower one than before only where that is allowed. */
export function decideTier(
  scheme: TierScheme,
  level: number,
  { conversions, revenueMinor }: TierFigures,
): Tier | undefined {
  const reached = scheme.tiers
    .filter(({ isActive }) => isActive)
    .filter((tier) => tier.minConversions <= conversions && tier.minRevenueMinor <= revenueMinor)
    .at(-1);
  const target = reached ?? tierOfLevel(scheme, lowestLevel(scheme));
  if (target === undefined || target.level === level) return undefined;
  return target.level > level || scheme.allowDowngrade ? target : undefined;
}

const EARLY_PAYOUT_DIVISOR = 2;

/** How long a commission is held: half of it, in whole days, with early payout. */
export const holdDaysOf = (holdDays: number, tier: FrozenTier | null | undefined): number =>
  tier?.earlyPayout === true ? Math.floor(holdDays / EARLY_PAYOUT_DIVISOR) : holdDays;
