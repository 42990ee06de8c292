import { z } from 'zod';
import { fraudFactor } from './assessment.ts';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** What an affiliate's account shares with others, and what became of these, for a brand that it applied to. */
export const accountCheck = z.object({
  affiliateId: id,
  brandId: id,
  /** The probability that the account is a fraudster's, by the factors. */
  score: z.number().min(0).max(1),
  requiresReview: z.boolean(),
  factors: z.array(fraudFactor),
  checkedAt: instant,
});
export type AccountCheck = z.output<typeof accountCheck>;

export const accountChecked = defineEvent({
  type: 'account.checked.v1',
  topic: 'attribution.assessments',
  key: (check) => check.affiliateId,
  data: accountCheck,
  description:
    'An affiliate’s account was compared with others, when it applied to a brand or when something of it changed the result.',
  sample: {
    affiliateId: sampleIds.affiliateId,
    brandId: sampleIds.brandId,
    score: 0.935,
    requiresReview: true,
    factors: [
      {
        factor: 'owner_record',
        value: 1,
        weight: 0.9,
        contribution: 0.787712,
        evidence: 'Another account with the same payout destination is suspended',
      },
      {
        factor: 'same_owner',
        value: 1,
        weight: 0.35,
        contribution: 0.147288,
        evidence: 'Another account has the same payout destination',
      },
    ],
    checkedAt: SAMPLE_TIME,
  },
  internalBecause: 'evidence for the brand, which reads it beside the application',
});
