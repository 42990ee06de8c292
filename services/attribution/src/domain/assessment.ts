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
import { attribute } from './attribution.ts';
import { type TrainedModel } from './data-driven.ts';
import { type Evidence, signalsOf } from './fraud-signals.ts';
import { scoreOf } from './fraud-score.ts';
import { defaultScoring, REVIEW_THRESHOLD, type ScoringSettings } from './fraud-weights.ts';
import { type Journey, type Touch } from './touch.ts';

/** What an assessment was made from, so that it can be explained and made again under another model. */
export interface AssessmentInputs {
  readonly settings: AttributionSettings;
  /** The path, oldest touch first. */
  readonly touches: readonly Touch[];
  /** The order as it was reported, as far as commissions depend on it. */
  /** Above it the brand wanted reviews. */
  readonly reviewThreshold?: number;
  readonly order: Pick<
    ConversionSnapshot,
    'orderId' | 'type' | 'valueMinor' | 'currency' | 'terms' | 'namedCommissionMinor' | 'source'
  >;
}

/** Who earned a conversion and how suspicious it is; made once and never changed. */
export interface Assessment extends AssessmentSnapshot {
  /** Who has the largest share; null where nobody is credited. */
  readonly affiliateId: string | null;
  readonly convertedAt: Date;
  /** By the cookie of the click that the order names; null where that is not known. */
  readonly visitorId: string | null;
  /** Null where it was made by a version that did not keep them. */
  readonly inputs: AssessmentInputs | null;
}

export const isFlagged = ({ fraudScore }: Pick<AssessmentSnapshot, 'fraudScore'>): boolean =>
  fraudScore > REVIEW_THRESHOLD;

/** The assessment as others may keep a copy of it. */
export function snapshotOf(assessment: Assessment): AssessmentSnapshot {
  const {
    affiliateId: _affiliate,
    convertedAt: _converted,
    visitorId: _visitor,
    inputs: _inputs,
    ...snapshot
  } = assessment;
  return snapshot;
}

const inputsOf = (conversion: ConversionSnapshot, given: Given): AssessmentInputs => ({
  settings: given.settings,
  touches: given.journey.touches,
  reviewThreshold: given.scoring?.reviewThreshold ?? REVIEW_THRESHOLD,
  order: {
    orderId: conversion.orderId,
    type: conversion.type,
    valueMinor: conversion.valueMinor,
    currency: conversion.currency,
    terms: conversion.terms,
    namedCommissionMinor: conversion.namedCommissionMinor,
    source: conversion.source,
  },
});

/** All that is known when a conversion is assessed. */
export interface Given {
  readonly settings: AttributionSettings;
  readonly journey: Journey;
  readonly visitorId: string | null;
  readonly evidence: Evidence;
  readonly trained?: TrainedModel | undefined;
  /** The brand's when the order came; the usual ones where it has none. */
  readonly scoring?: ScoringSettings | undefined;
}

/** Attributes and scores a conversion. */
export function decideAssessment(
  conversion: ConversionSnapshot,
  given: Given,
  made: { assessmentId: string; now: Date },
): { assessment: Assessment; events: DomainEvent[] } {
  const { conversionId, brandId, campaignId, valueMinor } = conversion;
  const { settings, journey, trained, scoring = defaultScoring } = given;
  const attributed = attribute(journey, settings, { valueMinor, trained });
  const { fraudScore, factors } = scoreOf(signalsOf(conversion, given.evidence, scoring.weights));
  // A pixel's call is unsigned, so that a person looks at it whatever its score.
  const requiresReview = fraudScore > scoring.reviewThreshold || conversion.source === 'pixel';
  const assessment: Assessment = {
    assessmentId: made.assessmentId,
    conversionId,
    brandId,
    campaignId,
    affiliateId: attributed.shares[0]?.affiliateId ?? null,
    ...attributed,
    fraudScore,
    requiresReview,
    factors: [...factors],
    weightsVersion: scoring.version,
    assessedAt: made.now.toISOString(),
    convertedAt: journey.convertedAt,
    visitorId: given.visitorId,
    inputs: inputsOf(conversion, given),
  };
  const snapshot = snapshotOf(assessment);
  const told: DomainEvent[] = [assessmentMade(snapshot)];
  if (isFlagged(assessment)) {
    told.push(fraudDetected({ ...snapshot, affiliateId: assessment.affiliateId }));
  }
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
