import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { attributionModels, attributionShare, id, instant } from './fields.ts';

export const fraudFactor = z.object({
  /** Stable snake_case name, e.g. `email_velocity`. */
  factor: z.string(),
  /** 0 to 1 by the factor's ramp; null where the signal was not available. */
  value: z.number().nullable(),
  weight: z.number(),
  /** This factor's part of the score; the parts sum to the score. */
  contribution: z.number(),
  /** What was seen, in a sentence. */
  evidence: z.string(),
});
export type FraudFactor = z.output<typeof fraudFactor>;

/** Who earned a conversion and how suspicious it is. */
export const assessmentSnapshot = z.object({
  assessmentId: id,
  conversionId: id,
  brandId: id,
  campaignId: id,
  model: z.enum(attributionModels),
  modelVersion: z.string(),
  /** Largest share first; empty where no affiliate is credited. */
  shares: z.array(attributionShare),
  fraudScore: z.number().min(0).max(1),
  requiresReview: z.boolean(),
  factors: z.array(fraudFactor),
  weightsVersion: z.string(),
  assessedAt: instant,
});
export type AssessmentSnapshot = z.output<typeof assessmentSnapshot>;

export const assessmentMade = defineEvent({
  type: 'assessment.made.v1',
  topic: 'attribution.assessments',
  key: (assessment) => assessment.conversionId,
  data: assessmentSnapshot,
  description: 'A conversion was attributed and scored.',
});
const flagged = assessmentSnapshot.extend({ affiliateId: id.nullable() });
export const fraudDetected = defineEvent({
  type: 'fraud.detected.v1',
  topic: 'attribution.assessments',
  key: (assessment) => assessment.conversionId,
  data: flagged,
  description: 'A conversion scored above the review threshold.',
});
const settled = z.object({
  conversionId: id,
  brandId: id,
  campaignId: id,
  affiliateId: id.nullable(),
  fraudScore: z.number(),
});
export const fraudConfirmed = defineEvent({
  type: 'fraud.confirmed.v1',
  topic: 'attribution.assessments',
  key: (verdict) => verdict.conversionId,
  data: settled,
  description: 'The brand rejected a flagged conversion.',
});
export const fraudResolved = defineEvent({
  type: 'fraud.resolved.v1',
  topic: 'attribution.assessments',
  key: (verdict) => verdict.conversionId,
  data: settled,
  description: 'The brand approved a flagged conversion.',
});

export const affiliateSuspected = defineEvent({
  type: 'affiliate.suspected.v1',
  topic: 'attribution.assessments',
  key: (suspicion) => suspicion.affiliateId,
  data: z.object({
    affiliateId: id,
    brandId: id,
    /** The campaign of the conversion that raised the average above the threshold. */
    campaignId: id,
    /** The number of latest conversions in the average. */
    conversions: z.int(),
    averageFraudScore: z.number(),
  }),
  description:
    'The average score of an affiliate’s latest conversions for a brand passed the threshold.',
});
export const fraudReviewOverdue = defineEvent({
  type: 'fraud.overdue.v1',
  topic: 'attribution.assessments',
  key: (overdue) => overdue.brandId,
  data: z.object({
    brandId: id,
    conversionIds: z.array(id),
    /** All of them were flagged before this moment. */
    flaggedBefore: instant,
  }),
  description:
    'Flagged conversions have waited 14 days for the brand’s decision; published once for each.',
});
