import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import {
  amountMinor,
  attributionShare,
  commissionTerms,
  conversionSources,
  conversionStatuses,
  conversionTypes,
  currency,
  id,
  instant,
  unpayableReasons,
} from './fields.ts';

export const conversionProduct = z.object({
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  priceMinor: amountMinor,
  category: z.string().nullable(),
});

/**
 * What the click, the shop and the browser report about the customer: evidence for fraud scoring.
 * Retention: as for `ip`.
 */
export const orderEvidence = z.object({
  /** The click's cookie. */
  visitorId: z.string().nullable(),
  /** Where the click came from, ISO 3166-1 alpha-2. */
  clickCountry: z.string().nullable(),
  /** The browser that ordered, by the shop or the pixel. */
  buyerIp: z.string().nullable(),
  buyerUserAgent: z.string().nullable(),
  buyerCountry: z.string().nullable(),
  /** HMAC of the customer's mailbox: the address without tag and dots. */
  mailboxHash: z.string().nullable(),
  /** Whether the mailbox is of a throw-away provider. */
  isDisposableEmail: z.boolean().nullable(),
  /** When the customer began to fill the cart. */
  cartOpenedAt: instant.nullable(),
});
export type OrderEvidence = z.output<typeof orderEvidence>;

/** A conversion as other services copy it. */
export const conversionSnapshot = z.object({
  conversionId: id,
  brandId: id,
  campaignId: id,
  /** Null while no affiliate is credited. */
  affiliateId: id.nullable(),
  clickId: id.nullable(),
  linkId: id.nullable(),
  orderId: z.string(),
  transactionId: z.string().nullable(),
  source: z.enum(conversionSources),
  type: z.enum(conversionTypes),
  status: z.enum(conversionStatuses),
  /** The order's value as reported, minor units of `currency`. */
  valueMinor: amountMinor,
  /** What refunds have taken off the value so far, minor units. */
  refundedMinor: amountMinor,
  currency,
  /** Frozen when the conversion was tracked. */
  terms: commissionTerms,
  /** A pre-calculated commission the shop named, minor units; bounded by the value. */
  namedCommissionMinor: amountMinor.nullable(),
  products: z.array(conversionProduct),
  customerId: z.string().nullable(),
  /** HMAC of the normalised address; the address itself is not kept. */
  customerEmailHash: z.string().nullable(),
  isNewCustomer: z.boolean().nullable(),
  /** The visitor's address and agent, from the click; evidence for fraud scoring. */
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  clickedAt: instant.nullable(),
  convertedAt: instant,
  createdAt: instant,
  /** The affiliate's own sub ids of the click that `clickId` names; absent where there are none. */
  subIds: z.record(z.string(), z.string()).optional(),
  /** Null or absent where the conversion earns as usual. */
  unpayableReason: z.enum(unpayableReasons).nullable().optional(),
  /** Null or absent where nothing is known. */
  evidence: orderEvidence.nullable().optional(),
});
export type ConversionSnapshot = z.output<typeof conversionSnapshot>;

const declaration = {
  topic: 'tracking.conversions',
  key: (c: ConversionSnapshot) => c.conversionId,
} as const;

export const conversionTracked = defineEvent({
  type: 'conversion.tracked.v1',
  ...declaration,
  data: conversionSnapshot,
  description: 'An order or lead was recorded, once.',
});

const reviewed = conversionSnapshot.extend({
  shares: z.array(attributionShare),
  fraudScore: z.number().nullable(),
  requiresReview: z.boolean(),
  reviewedBy: id,
  reviewedAt: instant,
  notes: z.string().nullable(),
});
export type ReviewedConversion = z.output<typeof reviewed>;

export const conversionApproved = defineEvent({
  type: 'conversion.approved.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: reviewed,
  description: 'The brand accepted a conversion: commissions are owed on it.',
});
export const conversionRejected = defineEvent({
  type: 'conversion.rejected.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: reviewed,
  description: 'The brand declined a conversion: nothing is owed on it.',
});

const adjusted = conversionSnapshot.extend({
  adjustmentId: id,
  adjustmentType: z.enum(['refund', 'chargeback', 'partial_refund']),
  /** The amount of this adjustment, minor units. */
  adjustmentMinor: amountMinor,
  refundId: z.string().nullable(),
});
export type AdjustedConversion = z.output<typeof adjusted>;

export const conversionReversed = defineEvent({
  type: 'conversion.reversed.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: adjusted,
  description: 'The whole order was refunded or charged back.',
});
export const conversionAdjusted = defineEvent({
  type: 'conversion.adjusted.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: adjusted,
  description: 'A part of the order was refunded.',
});
export const conversionDisputed = defineEvent({
  type: 'conversion.disputed.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: conversionSnapshot.extend({ reason: z.string(), disputedBy: id }),
  description: 'An affiliate contests how a conversion was decided.',
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
});

export const conversionCustomerErased = defineEvent({
  type: 'conversion.customer_erased.v1',
  topic: 'tracking.conversions',
  key: (c) => c.conversionId,
  data: z.object({ conversionId: id, brandId: id, clickId: id.nullable() }),
  description:
    'A customer requested erasure: personal data of the order is deleted, the amounts stay.',
});
