import { z } from 'zod';
import {
  amountMinor,
  commissionTerms,
  conversionSources,
  conversionStatuses,
  conversionTypes,
  currency,
  id,
  instant,
} from './fields.ts';
import { clickTraits } from './click-counts.ts';
import { orderCoupon } from './coupon.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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
  /** The traits of the click that `clickId` names; absent where it is not known. */
  clickTraits: clickTraits.optional(),
  /**
   * Null or absent where the conversion earns as usual. One of `unpayableReasons`, or one that a later
   * release adds: whatever it is, the conversion earns nothing by itself.
   */
  unpayableReason: z.string().min(1).nullable().optional(),
  /** Null or absent where nothing is known. */
  evidence: orderEvidence.nullable().optional(),
  /** Absent where the order named no coupon code. */
  coupon: orderCoupon.optional(),
  /** `denied`: the order identifies nobody, and is joined with no other click or order; otherwise absent. */
  consent: z.literal('denied').optional(),
  /** How many reports have replaced the first one; absent for none. What a higher revision states is newer. */
  revision: z.int().min(0).optional(),
  /** The tier bonuses that count against the campaign's limits, by affiliate, percent of the rate. */
  tierBonuses: z.record(z.string(), z.string()).optional(),
  /** The affiliate's claim to a missing order by which the brand credited it; absent for reported orders. */
  claimId: id.optional(),
});
export type ConversionSnapshot = z.output<typeof conversionSnapshot>;

/** The revision of a conversion or of what was derived from it; the first report has 0. */
export const revisionOf = ({ revision = 0 }: { readonly revision?: number | undefined }): number =>
  revision;

export const sampleConversion: ConversionSnapshot = {
  conversionId: sampleIds.conversionId,
  brandId: sampleIds.brandId,
  campaignId: sampleIds.campaignId,
  affiliateId: sampleIds.affiliateId,
  clickId: sampleIds.clickId,
  linkId: sampleIds.linkId,
  orderId: 'A-1001',
  transactionId: 'T-1001',
  source: 'direct',
  type: 'sale',
  status: 'pending',
  valueMinor: 12_000,
  refundedMinor: 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  namedCommissionMinor: null,
  products: [{ sku: 'SKU-1', name: 'Kettle', quantity: 1, priceMinor: 12_000, category: null }],
  customerId: null,
  customerEmailHash: null,
  isNewCustomer: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
  clickedAt: SAMPLE_TIME,
  convertedAt: SAMPLE_TIME,
  createdAt: SAMPLE_TIME,
};
