import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { attributionModels, attributionShare, id, instant } from './fields.ts';
import { alsoTo, messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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
  /** The revision of the conversion that was assessed; absent for its first report. */
  revision: z.int().min(0).optional(),
});
export type AssessmentSnapshot = z.output<typeof assessmentSnapshot>;

const { brandId, affiliateId, campaignId, conversionId } = sampleIds;

const assessmentSample: AssessmentSnapshot = {
  assessmentId: '01975b3c-7c00-7000-8000-000000008001',
  conversionId,
  brandId,
  campaignId,
  model: 'last_click',
  modelVersion: '1',
  shares: [],
  fraudScore: 0.72,
  requiresReview: true,
  factors: [
    {
      factor: 'email_velocity',
      value: 1,
      weight: 0.72,
      contribution: 0.72,
      evidence: '12 orders of one customer within an hour',
    },
  ],
  weightsVersion: '1',
  assessedAt: SAMPLE_TIME,
};

interface FraudFacts {
  readonly conversionId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  readonly fraudScore: number;
}

/**
 * Score and evidence go to the brand; the affiliate learns that there is a question, not how to
 * avoid one.
 */
function fraudMessages(facts: FraudFacts, evidence: Readonly<Record<string, unknown>> = {}) {
  const data = {
    conversion_id: facts.conversionId,
    campaign_id: facts.campaignId,
    affiliate_id: facts.affiliateId,
  };
  return [
    messageTo([facts.brandId], { ...data, fraud_score: facts.fraudScore, ...evidence }),
    ...(facts.affiliateId === null ? [] : [alsoTo([facts.affiliateId], data)]),
  ];
}

export const assessmentMade = defineEvent({
  type: 'assessment.made.v1',
  topic: 'attribution.assessments',
  key: (assessment) => assessment.conversionId,
  data: assessmentSnapshot,
  description: 'A conversion was attributed and scored.',
  sample: assessmentSample,
  internalBecause: 'an internal step; fraud.detected publishes the result',
});

const flagged = assessmentSnapshot.extend({ affiliateId: id.nullable() });
export const fraudDetected = defineEvent({
  type: 'fraud.detected.v1',
  topic: 'attribution.assessments',
  key: (assessment) => assessment.conversionId,
  data: flagged,
  description: 'A conversion scored above the review threshold.',
  sample: { ...assessmentSample, affiliateId },
  publicEvents: [
    {
      name: 'fraud.detected',
      category: 'Fraud',
      place: 1,
      description: 'A conversion scored above the review threshold.',
      messages: (assessment) =>
        fraudMessages(assessment, {
          requires_review: assessment.requiresReview,
          factors: assessment.factors.map(({ factor, contribution, evidence }) => ({
            factor,
            contribution,
            evidence,
          })),
        }),
    },
  ],
});

/** When an order was judged again: each night, or before its commission is paid. */
export const judgingCauses = ['nightly', 'payout'] as const;

export const assessmentJudgedAgain = defineEvent({
  type: 'assessment.judged_again.v1',
  topic: 'attribution.assessments',
  key: ({ conversionId }) => conversionId,
  data: assessmentSnapshot
    .pick({
      conversionId: true,
      brandId: true,
      campaignId: true,
      fraudScore: true,
      requiresReview: true,
      factors: true,
      weightsVersion: true,
      revision: true,
    })
    .extend({
      affiliateId: id.nullable(),
      /** The score until then. */
      earlierScore: z.number().min(0).max(1),
      judgedAt: instant,
      cause: z.enum(judgingCauses),
      /** What has changed most since the first verdict; the strongest first. */
      changedBy: z.array(fraudFactor.pick({ factor: true, evidence: true })),
      /** Whether nothing is paid for the order until its brand decides. */
      isHeld: z.boolean(),
    }),
  description:
    'What became known since changed the verdict on a conversion: it requires a review now, or none any more.',
  sample: {
    conversionId,
    brandId,
    campaignId,
    affiliateId,
    earlierScore: 0.31,
    fraudScore: 0.72,
    requiresReview: true,
    factors: assessmentSample.factors,
    weightsVersion: '1',
    judgedAt: SAMPLE_TIME,
    cause: 'payout',
    changedBy: [{ factor: 'email_velocity', evidence: '12 orders of one customer within an hour' }],
    isHeld: true,
  },
  internalBecause: 'fraud.detected publishes that a conversion requires a review',
});

const settled = z.object({
  conversionId: id,
  brandId: id,
  campaignId: id,
  affiliateId: id.nullable(),
  fraudScore: z.number(),
});
const settledSample = { conversionId, brandId, campaignId, affiliateId, fraudScore: 0.72 };
export const fraudConfirmed = defineEvent({
  type: 'fraud.confirmed.v1',
  topic: 'attribution.assessments',
  key: (verdict) => verdict.conversionId,
  data: settled,
  description: 'The brand rejected a flagged conversion.',
  sample: settledSample,
  publicEvents: [
    {
      name: 'fraud.confirmed',
      category: 'Fraud',
      place: 2,
      description: 'The brand rejected a flagged conversion.',
      messages: (verdict) => fraudMessages(verdict),
    },
  ],
});
export const fraudResolved = defineEvent({
  type: 'fraud.resolved.v1',
  topic: 'attribution.assessments',
  key: (verdict) => verdict.conversionId,
  data: settled,
  description: 'The brand approved a flagged conversion.',
  sample: settledSample,
  publicEvents: [
    {
      name: 'fraud.resolved',
      category: 'Fraud',
      place: 3,
      description: 'The brand approved a flagged conversion.',
      messages: (verdict) => fraudMessages(verdict),
    },
  ],
});

/** Has two causes, each with data of its own. */
export const suspiciousActivity = {
  name: 'suspicious.activity',
  category: 'Fraud',
  place: 4,
  description:
    'An affiliate’s average score is too high, its traffic or its account shows a strong sign of fraud, or a payout is held.',
} as const;

export const affiliateSuspected = defineEvent({
  type: 'affiliate.suspected.v1',
  topic: 'attribution.assessments',
  key: (suspicion) => suspicion.affiliateId,
  data: z.object({
    affiliateId: id,
    brandId: id,
    /** The campaign of the conversion that raised the average above the threshold, or that the affiliate applied to. */
    campaignId: id,
    /** The number of latest conversions in the average. */
    conversions: z.int(),
    averageFraudScore: z.number(),
    /** `account`: the evidence is of the account, not of its traffic; otherwise absent. */
    about: z.literal('account').optional(),
    /** What the affiliate's traffic as a whole or its account shows; absent where its average score passed the threshold. */
    evidence: z.array(fraudFactor.pick({ factor: true, evidence: true })).optional(),
  }),
  description:
    'The average score of an affiliate’s latest conversions for a brand passed the threshold, or its traffic as a whole or its account shows a strong sign of fraud.',
  sample: { affiliateId, brandId, campaignId, conversions: 12, averageFraudScore: 0.71 },
  publicEvents: [
    {
      ...suspiciousActivity,
      messages: (suspicion) => [
        messageTo([suspicion.brandId], {
          affiliate_id: suspicion.affiliateId,
          campaign_id: suspicion.campaignId,
          reason:
            suspicion.evidence === undefined
              ? 'average_score'
              : `${suspicion.about ?? 'traffic'}_evidence`,
          conversions: suspicion.conversions,
          average_fraud_score: suspicion.averageFraudScore,
          ...(suspicion.evidence === undefined ? {} : { evidence: suspicion.evidence }),
        }),
      ],
    },
  ],
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
  sample: { brandId, conversionIds: [conversionId], flaggedBefore: SAMPLE_TIME },
  internalBecause: 'a reminder to a person, who gets a notification',
});
