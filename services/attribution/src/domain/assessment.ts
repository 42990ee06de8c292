import {
  assessmentMade,
  type AssessmentSnapshot,
  type AttributionSettings,
  type ConversionSnapshot,
  type DomainEvent,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
} from '@tributary/contracts';
import { attribute, type Touch } from './attribution.ts';
import { type Evidence, signalsOf, WEIGHTS_VERSION } from './fraud-signals.ts';
import { scoreOf } from './fraud-score.ts';

/** Above this a conversion requires review. */
export const REVIEW_THRESHOLD = 0.5;

/** Who earned a conversion and how suspicious it is; made once and never changed. */
export interface Assessment extends AssessmentSnapshot {
  /** Whom tracking credits; null where nobody is. */
  readonly affiliateId: string | null;
}

export const isFlagged = ({ fraudScore }: Pick<AssessmentSnapshot, 'fraudScore'>): boolean =>
  fraudScore > REVIEW_THRESHOLD;

/** The click that the conversion names; without one, the affiliate that it names. */
function pathOf({ affiliateId, clickId, linkId }: ConversionSnapshot): Touch[] {
  return affiliateId === null ? [] : [{ affiliateId, clickId, linkId }];
}

/** The assessment as others may keep a copy of it. */
export function snapshotOf({
  affiliateId: _affiliate,
  ...snapshot
}: Assessment): AssessmentSnapshot {
  return snapshot;
}

/** Attributes and scores a conversion. */
export function decideAssessment(
  conversion: ConversionSnapshot,
  given: { settings: AttributionSettings; evidence: Evidence },
  made: { assessmentId: string; now: Date },
): { assessment: Assessment; events: DomainEvent[] } {
  const { conversionId, brandId, campaignId, affiliateId } = conversion;
  const attributed = attribute(pathOf(conversion), given.settings, conversion.valueMinor);
  const { fraudScore, factors } = scoreOf(signalsOf(conversion, given.evidence));
  // A pixel's call is unsigned, so that a person looks at it whatever its score.
  const requiresReview = isFlagged({ fraudScore }) || conversion.source === 'pixel';
  const assessment: Assessment = {
    assessmentId: made.assessmentId,
    conversionId,
    brandId,
    campaignId,
    affiliateId,
    ...attributed,
    fraudScore,
    requiresReview,
    factors: [...factors],
    weightsVersion: WEIGHTS_VERSION,
    assessedAt: made.now.toISOString(),
  };
  const told: DomainEvent[] = [assessmentMade(snapshotOf(assessment))];
  if (isFlagged(assessment)) told.push(fraudDetected(assessment));
  return { assessment, events: told };
}

/** What a brand's decision says of a flagged conversion: it was fraud, or it was not. */
export function decideOutcome(
  assessment: Assessment,
  decision: 'approved' | 'rejected',
): DomainEvent[] {
  if (!isFlagged(assessment)) return [];
  const { conversionId, brandId, campaignId, affiliateId, fraudScore } = assessment;
  const announce = decision === 'rejected' ? fraudConfirmed : fraudResolved;
  return [announce({ conversionId, brandId, campaignId, affiliateId, fraudScore })];
}
