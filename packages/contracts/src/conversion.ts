import { z } from 'zod';
import {
  disputedMessages,
  replacedMessages,
  reviewedMessages,
  trackedMessages,
} from './conversion-messages.ts';
import {
  conversionSnapshot,
  type ConversionSnapshot,
  sampleConversion,
} from './conversion-snapshot.ts';
import { defineEvent } from './define-event.ts';
import { amountMinor, attributionShare, id, instant, rejectionReasons } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

const declaration = {
  topic: 'tracking.conversions',
  key: (c: ConversionSnapshot) => c.conversionId,
} as const;

export const conversionTracked = defineEvent({
  type: 'conversion.tracked.v1',
  ...declaration,
  data: conversionSnapshot,
  description: 'An order or lead was recorded, once.',
  sample: sampleConversion,
  publicEvents: [
    {
      name: 'conversion.tracked',
      category: 'Conversion',
      place: 1,
      description: 'An order or lead was recorded.',
      messages: trackedMessages,
    },
  ],
});

export const conversionCredited = defineEvent({
  type: 'conversion.credited.v1',
  ...declaration,
  data: conversionSnapshot,
  description:
    'An assessment credited further affiliates, whose tier bonuses now count against the campaign’s limits.',
  sample: { ...sampleConversion, tierBonuses: { [sampleIds.affiliateId]: '5' } },
  internalBecause: 'it changes what affiliates may expect; the commission that follows is public',
});

const replaced = conversionSnapshot.extend({
  /** The affiliates that the earlier report was credited to, the largest share first. */
  earlierAffiliateIds: z.array(id),
});
export type ReplacedConversion = z.output<typeof replaced>;

export const conversionReplaced = defineEvent({
  type: 'conversion.replaced.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: replaced,
  description:
    'The shop itself reported an order that only the pixel had reported, or the brand credited an order of nobody by a claim: value, click and credit are the new report’s.',
  sample: { ...sampleConversion, revision: 1, earlierAffiliateIds: [sampleIds.affiliateId] },
  publicEvents: [
    {
      name: 'conversion.replaced',
      category: 'Conversion',
      place: 5,
      description:
        'The shop’s own report replaced what the pixel had reported of an order, or an accepted claim credited an order of nobody.',
      messages: replacedMessages,
    },
  ],
});

const reviewed = conversionSnapshot.extend({
  shares: z.array(attributionShare),
  fraudScore: z.number().nullable(),
  requiresReview: z.boolean(),
  reviewedBy: id,
  reviewedAt: instant,
  notes: z.string().nullable(),
  /** Why it was rejected; absent where the brand named no reason. */
  reason: z.enum(rejectionReasons).optional(),
  /** Whether the order belongs to another conversion, by the shop's own report: a rejection that judges nobody. */
  superseded: z.boolean().optional(),
});
export type ReviewedConversion = z.output<typeof reviewed>;

const { brandId, affiliateId, clickId, linkId, conversionId } = sampleIds;
const reviewedSampleOf = (status: 'approved' | 'rejected'): ReviewedConversion => ({
  ...sampleConversion,
  status,
  shares: [{ affiliateId, clickId, linkId, weight: 1_000_000_000_000, valueMinor: 12_000 }],
  fraudScore: 0.1,
  requiresReview: false,
  reviewedBy: brandId,
  reviewedAt: SAMPLE_TIME,
  notes: null,
});

export const conversionApproved = defineEvent({
  type: 'conversion.approved.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: reviewed,
  description: 'The brand accepted a conversion: commissions are owed on it.',
  sample: reviewedSampleOf('approved'),
  publicEvents: [
    {
      name: 'conversion.approved',
      category: 'Conversion',
      place: 2,
      description: 'The brand accepted a conversion.',
      messages: reviewedMessages,
    },
  ],
});
export const conversionRejected = defineEvent({
  type: 'conversion.rejected.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: reviewed,
  description: 'The brand declined a conversion: nothing is owed on it.',
  sample: reviewedSampleOf('rejected'),
  publicEvents: [
    {
      name: 'conversion.rejected',
      category: 'Conversion',
      place: 3,
      description: 'The brand declined a conversion.',
      messages: reviewedMessages,
    },
  ],
});

const adjusted = conversionSnapshot.extend({
  adjustmentId: id,
  adjustmentType: z.enum(['refund', 'chargeback', 'partial_refund']),
  /** The amount of this adjustment, minor units. */
  adjustmentMinor: amountMinor,
  refundId: z.string().nullable(),
});
export type AdjustedConversion = z.output<typeof adjusted>;

const adjustedSample: AdjustedConversion = {
  ...sampleConversion,
  status: 'reversed',
  refundedMinor: 12_000,
  adjustmentId: '01975b3c-7c00-7000-8000-00000000d101',
  adjustmentType: 'refund',
  adjustmentMinor: 12_000,
  refundId: 'R-1001',
};

export const conversionReversed = defineEvent({
  type: 'conversion.reversed.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: adjusted,
  description: 'The whole order was refunded or charged back.',
  sample: adjustedSample,
  internalBecause: 'commission.adjusted publishes the effect',
});
export const conversionAdjusted = defineEvent({
  type: 'conversion.adjusted.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: adjusted,
  description: 'A part of the order was refunded.',
  sample: {
    ...adjustedSample,
    status: 'approved',
    refundedMinor: 3_000,
    adjustmentType: 'partial_refund',
    adjustmentMinor: 3_000,
  },
  internalBecause: 'commission.adjusted publishes the effect',
});
export const conversionDisputed = defineEvent({
  type: 'conversion.disputed.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: conversionSnapshot.extend({ reason: z.string(), disputedBy: id }),
  description: 'An affiliate contests how a conversion was decided.',
  sample: {
    ...sampleConversion,
    status: 'rejected',
    reason: 'The order was delivered',
    disputedBy: affiliateId,
  },
  publicEvents: [
    {
      name: 'conversion.disputed',
      category: 'Conversion',
      place: 4,
      description: 'An affiliate contests how a conversion was decided.',
      messages: disputedMessages,
    },
  ],
});
export const conversionsBulkReviewed = defineEvent({
  type: 'conversion.bulk_reviewed.v1',
  topic: 'tracking.conversions',
  key: (bulk) => bulk.bulkReviewId,
  data: z.object({
    bulkReviewId: id,
    brandId: id,
    decision: z.enum(['approved', 'rejected']),
    processed: z.int(),
    failed: z.int(),
  }),
  description: 'A brand decided many conversions in one call; each has its own event as well.',
  sample: {
    bulkReviewId: '01975b3c-7c00-7000-8000-000000001001',
    brandId,
    decision: 'approved',
    processed: 25,
    failed: 0,
  },
  publicEvents: [
    {
      name: 'commission.bulk_updated',
      category: 'Commission',
      place: 7,
      description: 'A brand decided many conversions in one call.',
      messages: (bulk) => [
        messageTo([bulk.brandId], {
          bulk_review_id: bulk.bulkReviewId,
          brand_id: bulk.brandId,
          decision: bulk.decision,
          processed: bulk.processed,
          failed: bulk.failed,
        }),
      ],
    },
  ],
});

export const conversionCustomerErased = defineEvent({
  type: 'conversion.customer_erased.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: z.object({
    conversionId: id,
    brandId: id,
    clickId: id.nullable(),
    /** The receipt to report to; absent where an operator erases. */
    erasureId: id.optional(),
  }),
  description:
    'A customer requested erasure: personal data of the order is deleted, the amounts stay.',
  sample: { conversionId, brandId, clickId },
  internalBecause: 'the customer’s data must not leave the platform',
});
