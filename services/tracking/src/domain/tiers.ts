/** One version of the platform's or a campaign's tiers, as far as it matters for what conversions cost. */
export interface TierVersion {
  readonly version: number;
  readonly effectiveFrom: Date;
  /** Of the active tiers, the lowest first; percent of the rate, plain decimal text. */
  readonly bonuses: readonly { readonly level: number; readonly bonusPercent: string }[];
}

/** The level that an affiliate has in such tiers from a moment on. */
export interface TierMove {
  readonly level: number;
  readonly at: Date;
}

export const PLATFORM_SCHEME = 'platform';

/**
 * Orders are credited seconds after they came in, as a rule: what was before the newest few matters to
 * none any more.
 */
const KEPT = 8;

/** These with one more, whichever comes first; one that is known, or older than all that are kept, changes nothing. */
export const withVersion = (
  known: readonly TierVersion[],
  added: TierVersion,
): readonly TierVersion[] =>
  [added, ...known.filter(({ version }) => version !== added.version)]
    .toSorted((a, b) => b.version - a.version)
    .slice(0, KEPT);

export const withMove = (known: readonly TierMove[], added: TierMove): readonly TierMove[] =>
  [added, ...known.filter(({ at }) => at.getTime() !== added.at.getTime())]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, KEPT);

/** What is known of the tiers that some conversions may be paid by; the newest first. */
export interface KnownTiers {
  versionsOf(schemeId: string): readonly TierVersion[];
  movesOf(affiliateId: string, schemeId: string): readonly TierMove[];
}

/**
 * What an affiliate's tier adds to a campaign's rate for a conversion that came in at a moment, in percent
 * of it: the campaign's own tiers, else the platform's, as commission chooses.
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
    // Where its tier was taken out of the scheme, the next one below; the lowest for who never moved.
    const own = level === undefined ? undefined : bonuses.findLast((one) => one.level <= level);
    return (own ?? bonuses[0])?.bonusPercent ?? '0';
  }
  return '0';
}
