import { type AssessmentSnapshot } from '@tributary/contracts';
import { type Conversion } from './conversion.ts';
import { freezeTierBonuses } from './tier-bonuses.ts';
import { type KnownTiers } from './tiers.ts';

/** Whose tiers an assessment may bring in. */
export const creditedBy = ({ campaignId, shares }: AssessmentSnapshot) => ({
  campaignId,
  affiliateIds: shares.map(({ affiliateId }) => affiliateId),
});

/** What intake found by itself, whatever is scored. */
const isSuspect = ({ flags, unpayableReason, source }: Conversion): boolean =>
  flags.length > 0 || unpayableReason !== null || source === 'pixel';

/**
 * Takes over who earned a conversion and how suspicious it is. What has been decided stays as it was
 * decided on; what intake flagged stays flagged. Who is credited now has the tier's bonus of when it came in.
 */
export function applyAssessment(
  conversion: Conversion,
  assessment: AssessmentSnapshot,
  tiers: KnownTiers,
): Conversion {
  if (conversion.assessedAt !== null && conversion.status !== 'pending') return conversion;
  const { shares, fraudScore, requiresReview, factors, assessedAt } = assessment;
  const assessed: Conversion = {
    ...conversion,
    shares,
    factors,
    fraudScore,
    affiliateId: shares[0]?.affiliateId ?? null,
    affiliateIds: [...new Set(shares.map(({ affiliateId }) => affiliateId))],
    requiresReview: requiresReview || isSuspect(conversion),
    assessedAt: new Date(assessedAt),
  };
  return freezeTierBonuses(assessed, tiers);
}
