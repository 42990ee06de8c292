import {
  type assessmentJudgedAgain,
  type AssessmentSnapshot,
  conversionCredited,
  type DomainEvent,
  revisionOf,
} from '@tributary/contracts';
import { requiresReview } from '@tributary/terms';
import { type CreditChange } from './caps.ts';
import { type Conversion, snapshotOf } from './conversion.ts';
import { freezeTierBonuses } from './tier-bonuses.ts';
import { type KnownTiers } from './tiers.ts';

/** The affiliates that an assessment credits, for reading their tiers. */
export const creditedBy = ({ campaignId, shares }: AssessmentSnapshot) => ({
  campaignId,
  affiliateIds: shares.map(({ affiliateId }) => affiliateId),
});

/**
 * Applies credit and fraud score to a conversion. A decided conversion remains unchanged; the reasons for a
 * review at intake remain, and an assessment of another revision does not count. Credited affiliates get their tier's
 * bonus as of the conversion.
 */
export function applyAssessment(
  conversion: Conversion,
  assessment: AssessmentSnapshot,
  tiers: KnownTiers,
): Conversion {
  if (revisionOf(assessment) !== revisionOf(conversion)) return conversion;
  if (conversion.assessedAt !== null && conversion.status !== 'pending') return conversion;
  const { shares, fraudScore, requiresReview: isSuspicious, factors, assessedAt } = assessment;
  const unpayableReason =
    conversion.unpayableReason ?? (shares.length === 0 ? 'no_attribution' : null);
  const assessed: Conversion = {
    ...conversion,
    shares,
    factors,
    fraudScore,
    affiliateId: shares[0]?.affiliateId ?? null,
    affiliateIds: [...new Set(shares.map(({ affiliateId }) => affiliateId))],
    unpayableReason,
    requiresReview: isSuspicious || requiresReview({ ...conversion, unpayableReason }),
    assessedAt: new Date(assessedAt),
  };
  return freezeTierBonuses(assessed, tiers);
}

type LaterVerdict = ReturnType<typeof assessmentJudgedAgain>['data'];

/**
 * Applies a later verdict to a conversion that the brand has not decided: it requires a review now, or none any more. The
 * reasons for a review at intake remain.
 */
export function applyLaterVerdict(conversion: Conversion, verdict: LaterVerdict): Conversion {
  if (revisionOf(verdict) !== revisionOf(conversion)) return conversion;
  if (conversion.assessedAt === null || conversion.status !== 'pending') return conversion;
  const { fraudScore, factors, requiresReview: isSuspicious } = verdict;
  const isMarked = isSuspicious || requiresReview(conversion);
  return { ...conversion, fraudScore, factors, requiresReview: isMarked };
}

/** The events of a counted credit: one where it added tier bonuses. */
export function creditEvents({ before, after }: CreditChange): readonly DomainEvent[] {
  const { tierBonuses: known = {} } = before;
  const isAdded = Object.keys(after.tierBonuses ?? {}).some((id) => !(id in known));
  return isAdded ? [conversionCredited(snapshotOf(after))] : [];
}
