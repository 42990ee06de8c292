import {
  assessmentMade,
  type AssessmentSnapshot,
  type AttributionSettings,
  type ConversionSnapshot,
  type DomainEvent,
  type FraudFactor,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
  type judgingCauses,
  revisionOf,
} from '@tributary/contracts';
import { requiresReview } from '@tributary/terms';
import { attribute } from './attribution.ts';
import { type TrainedModel } from './data-driven.ts';
import { evidenceOf, type GatheredEvidence } from './evidence.ts';
import { evaluateSignals, scoreOf } from './fraud-score.ts';
import { type Label, wasFraud } from './label.ts';
import { defaultScoring, REVIEW_THRESHOLD, type ScoringSettings } from './scoring-settings.ts';
import { type Journey, type Touch } from './touch.ts';

/** What an assessment was made from, so that it can be explained and replayed under another model. */
export interface AssessmentInputs {
  readonly settings: AttributionSettings;
  /** The path, oldest touch first. */
  readonly touches: readonly Touch[];
  /** The brand's review threshold when the conversion was assessed. */
  readonly reviewThreshold?: number;
  /** The order as it was tracked, as far as commissions depend on it. */
  readonly order: Pick<
    ConversionSnapshot,
    'orderId' | 'type' | 'valueMinor' | 'currency' | 'terms' | 'namedCommissionMinor' | 'source'
  > &
    Partial<Pick<ConversionSnapshot, 'unpayableReason' | 'coupon'>>;
}

/** Who earned a conversion and how suspicious it is; created once for each revision of the conversion. */
export interface Assessment extends AssessmentSnapshot {
  /** The affiliate with the largest share; null when no affiliate is credited. */
  readonly affiliateId: string | null;
  readonly convertedAt: Date;
  /** The cookie of the order's own click; null when it is not known. */
  readonly visitorId: string | null;
  /** Null in assessments of versions that did not store them. */
  readonly inputs: AssessmentInputs | null;
  /** Present where the order was drawn at random, from those that were not flagged, for a review. */
  readonly isSampled?: true;
  /** The last verdict since then; absent until the order is judged again. */
  readonly second?: SecondVerdict;
  /** The credits before each attribution change in force, oldest first; absent where there is none. */
  readonly credits?: readonly EarlierCredit[];
}

/** A later verdict on an order, beside the first one. */
export interface SecondVerdict extends Pick<
  AssessmentSnapshot,
  'fraudScore' | 'requiresReview' | 'weightsVersion'
> {
  readonly factors: readonly FraudFactor[];
  readonly judgedAt: Date;
  readonly cause: (typeof judgingCauses)[number];
  /** Whether nothing is paid for the order until its brand decides. */
  readonly isHeld: boolean;
}

/** The credit that an attribution change replaced. */
export interface EarlierCredit extends Pick<
  AssessmentSnapshot,
  'model' | 'modelVersion' | 'shares'
> {
  readonly changeId: string;
}

/** What a brand's review of an order needs of its assessment. */
export type ReviewedAssessment = Pick<
  Assessment,
  | 'conversionId'
  | 'brandId'
  | 'campaignId'
  | 'affiliateId'
  | 'fraudScore'
  | 'isSampled'
  | 'revision'
>;

/** Whether an assessment is of this report of an order, or of one that replaced it. */
export const coversReport = (
  assessment: Pick<AssessmentSnapshot, 'revision'>,
  conversion: Pick<ConversionSnapshot, 'revision'>,
): boolean => revisionOf(assessment) >= revisionOf(conversion);

export const isFlagged = ({ fraudScore }: Pick<AssessmentSnapshot, 'fraudScore'>): boolean =>
  fraudScore > REVIEW_THRESHOLD;

type Counted = Pick<Assessment, 'conversionId' | 'campaignId' | 'affiliateId' | 'convertedAt'> & {
  readonly shares: readonly Pick<Assessment['shares'][number], 'clickId'>[];
  readonly inputs: {
    readonly touches: readonly Pick<Touch, 'occurredAt'>[];
    readonly order?: Partial<Pick<AssessmentInputs['order'], 'coupon'>>;
  } | null;
};

const isByCodeAlone = ({ shares, inputs }: Counted): boolean =>
  inputs?.order?.coupon !== undefined && (shares[0]?.clickId ?? null) === null;

/**
 * The order as it counts in its affiliate's traffic; undefined where nobody is credited, or a code without a click:
 * orders are compared with clicks.
 */
export function countedOrderOf(assessment: Counted) {
  const { conversionId, campaignId, affiliateId, convertedAt, inputs } = assessment;
  if (affiliateId === null || isByCodeAlone(assessment)) return undefined;
  const clickedAt = inputs?.touches.at(-1)?.occurredAt ?? null;
  return { conversionId, campaignId, affiliateId, clickedAt, convertedAt };
}

/** The assessment as it is published. */
export function snapshotOf(assessment: Assessment): AssessmentSnapshot {
  const {
    affiliateId: _affiliate,
    convertedAt: _converted,
    visitorId: _visitor,
    inputs: _inputs,
    credits: _credits,
    second: _second,
    isSampled: _sampled,
    ...snapshot
  } = assessment;
  return snapshot;
}

const inputsOf = (conversion: ConversionSnapshot, given: AssessmentContext): AssessmentInputs => ({
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
    unpayableReason: conversion.unpayableReason ?? null,
    ...(conversion.coupon === undefined ? {} : { coupon: conversion.coupon }),
  },
});

/** What a conversion is assessed with. */
export interface AssessmentContext {
  readonly settings: AttributionSettings;
  readonly journey: Journey;
  readonly visitorId: string | null;
  readonly evidence: GatheredEvidence;
  readonly trained?: TrainedModel | undefined;
  /** Whether the draw fell on the order. */
  readonly isDrawn?: boolean | undefined;
  /** The brand's settings when the order was tracked; the defaults when it has none. */
  readonly scoring?: ScoringSettings | undefined;
}

/** Attributes and scores a conversion. */
export function decideAssessment(
  conversion: ConversionSnapshot,
  given: AssessmentContext,
  made: { assessmentId: string; now: Date },
): { assessment: Assessment; events: DomainEvent[] } {
  const { conversionId, brandId, campaignId, valueMinor } = conversion;
  const { settings, journey, trained, scoring = defaultScoring } = given;
  const attributed = attribute(journey, settings, { valueMinor, trained });
  const evidence = evidenceOf(conversion, given, given.evidence);
  const { fraudScore, factors } = scoreOf(
    evaluateSignals(evidence, scoring.signals),
    scoring.calibration,
  );
  const { reviewThreshold } = scoring;
  const score = { fraudScore, reviewThreshold };
  const assessment: Assessment = {
    assessmentId: made.assessmentId,
    conversionId,
    brandId,
    campaignId,
    affiliateId: attributed.shares[0]?.affiliateId ?? null,
    ...attributed,
    fraudScore,
    requiresReview: requiresReview({ source: conversion.source, score }),
    factors: [...factors],
    weightsVersion: scoring.version,
    assessedAt: made.now.toISOString(),
    convertedAt: journey.convertedAt,
    visitorId: given.visitorId,
    inputs: inputsOf(conversion, given),
    ...(given.isDrawn === true && fraudScore <= REVIEW_THRESHOLD
      ? { isSampled: true as const }
      : {}),
    ...(conversion.revision === undefined ? {} : { revision: conversion.revision }),
  };
  const snapshot = snapshotOf(assessment);
  const events: DomainEvent[] = [assessmentMade(snapshot)];
  if (isFlagged(assessment)) {
    events.push(fraudDetected({ ...snapshot, affiliateId: assessment.affiliateId }));
  }
  return { assessment, events };
}

/**
 * A brand's review of a flagged conversion confirms the fraud or resolves the flag. A rejection without a reason confirms
 * it, because the brand has been warned of fraud.
 */
export function decideOutcome(assessment: ReviewedAssessment, label: Label): DomainEvent[] {
  if (!isFlagged(assessment)) return [];
  const { conversionId, brandId, campaignId, affiliateId, fraudScore } = assessment;
  const isConfirmed = label.reason === undefined ? label.decision === 'rejected' : wasFraud(label);
  const event = isConfirmed === true ? fraudConfirmed : fraudResolved;
  return [event({ conversionId, brandId, campaignId, affiliateId, fraudScore })];
}
