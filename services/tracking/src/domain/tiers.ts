/** One version of the platform's or a campaign's tiers, with the fields that affect commissions. */
export interface TierVersion {
  readonly version: number;
  readonly effectiveFrom: Date;
  /** Bonuses of the active tiers, lowest tier first; percent of the rate, plain decimal text. */
  readonly bonuses: readonly { readonly level: number; readonly bonusPercent: string }[];
}

/** An affiliate's level in such tiers from a time on. */
export interface TierMove {
  readonly level: number;
  readonly at: Date;
}

export const PLATFORM_SCHEME = 'platform';

/**
 * Number of stored versions and moves. Orders are usually credited seconds after their arrival, so older
 * ones affect none.
 */
const MAX_STORED = 8;

/** Adds a version, newest first. Known versions, and those older than all stored ones, change nothing. */
export const withVersion = (
  known: readonly TierVersion[],
  added: TierVersion,
): readonly TierVersion[] =>
  [added, ...known.filter(({ version }) => version !== added.version)]
    .toSorted((a, b) => b.version - a.version)
    .slice(0, MAX_STORED);

/** Adds a move, newest first, by the same rule. */
export const withMove = (known: readonly TierMove[], added: TierMove): readonly TierMove[] =>
  [added, ...known.filter(({ at }) => at.getTime() !== added.at.getTime())]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX_STORED);

/** The known tiers of some conversions' campaigns and affiliates, newest first. */
export interface KnownTiers {
  versionsOf(schemeId: string): readonly TierVersion[];
  movesOf(affiliateId: string, schemeId: string): readonly TierMove[];
}

/**
 * The bonus of an affiliate's tier for a conversion at a time, percent of the campaign's rate: by the
 * campaign's own tiers, else the platform's, as in the commission service.
 */
export function bonusAt(
  known: KnownTiers,
  { affiliateId, campaignId }: { readonly affiliateId: string; readonly campaignId: string },
  at: Date,
): string {
  for (const schemeId of [campaignId, PLATFORM_SCHEME]) {
    const inForce = known.versionsOf(schemeId).find(({ effectiveFrom }) => effectiveFrom <= at);
    if (inForce === undefined) continue;
    const { bonuses } = inForce;
    const level = known.movesOf(affiliateId, schemeId).find((move) => move.at <= at)?.level;
    // A removed tier falls back to the next lower one; affiliates without a move have the lowest tier.
    const own = level === undefined ? undefined : bonuses.findLast((one) => one.level <= level);
    return (own ?? bonuses[0])?.bonusPercent ?? '0';
  }
  return '0';
}
