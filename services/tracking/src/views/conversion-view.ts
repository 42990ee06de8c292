import {
  conversionSources,
  conversionStatuses,
  conversionTypes,
  couponDecisions,
  couponRules,
  couponStatuses,
  unpayableReasons,
} from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type Conversion } from '../domain/conversion.ts';
import { expectedRate, shownCommission } from '../domain/expected-commission.ts';
import { reportedMetadata, sharedMetadata } from '../domain/shared-metadata.ts';
import { type ListedConversion } from '../store/conversion-lists.ts';

/** Page sizes of the lists of conversions. */
export const conversionPageSize = { defaultSize: 50, maxSize: 100 };

const money = z.number().describe('With the decimals of `currency`');
const status = z.enum(conversionStatuses);
const instant = z.iso.datetime();
const unpayable = z
  .enum(unpayableReasons)
  .nullable()
  .describe('The reason why it earns only if approved manually; null where it earns');
const couponView = z
  .object({
    code: z
      .string()
      .nullable()
      .describe(
        'The code that counts; null where none is known, and for the affiliate of the click',
      )
      .meta({ examples: ['ANNA10'] }),
    status: z
      .enum(couponStatuses)
      .describe('What the code was worth at the order’s time')
      .meta({ examples: ['valid'] }),
    rule: z
      .enum(couponRules)
      .describe('The campaign’s rule when the order was recorded')
      .meta({ examples: ['split'] }),
    decision: z
      .enum(couponDecisions)
      .describe('Why: only one of them is valid, both are one affiliate’s, or the rule')
      .meta({ examples: ['rule'] }),
    code_share: z
      .int()
      .min(0)
      .max(100)
      .describe('The code’s part of the credit, percent')
      .meta({ examples: [50] }),
  })
  .nullable()
  .describe('The effect of the order’s coupon codes; null where it named none');
const source = z.enum(conversionSources).describe('Who reported the order');

export const affiliateView = z
  .object({
    id: z.uuid(),
    order_id: z.string(),
    campaign_id: z.uuid(),
    click_id: z.uuid().nullable(),
    order_amount: money,
    commission_amount: money.describe('Expected while pending, booked once approved'),
    commission_rate: z.number(),
    commission_type: z.enum(['percentage', 'fixed']),
    status,
    converted_at: instant,
    created_at: instant,
    currency: z.string(),
    unpayable_reason: unpayable,
    coupon: couponView,
    source,
  })
  .meta({ id: 'AffiliateConversion', description: 'An order as its affiliate sees it' });

const brandFields = z
  .object({
    id: z.uuid(),
    order_id: z.string(),
    campaign_id: z.uuid(),
    affiliate_id: z.uuid().nullable(),
    order_amount: money,
    commission_amount: money.describe('Expected while pending, booked once approved'),
    status,
    fraud_score: z.number().min(0).max(1).nullable().describe('Null until assessed'),
    requires_review: z.boolean(),
    converted_at: instant,
    currency: z.string(),
    unpayable_reason: unpayable,
    coupon: couponView,
    source,
  })
  .meta({ id: 'PendingConversion', description: 'An order that waits for a review' });
export const pendingReviewView = brandFields;
export const brandView = brandFields
  .extend({
    click_id: z.uuid().nullable(),
    commission_rate: z.number(),
    conversion_type: z.enum(conversionTypes),
    created_at: instant,
  })
  .meta({ id: 'Conversion', description: 'An order as its brand sees it' });

const metadata = z.record(z.string(), z.unknown());
const refunded = money.describe('What refunds have taken off the order’s amount');

export const affiliateDetail = affiliateView
  .extend({
    refunded_amount: refunded,
    metadata: metadata.describe(
      'What the shop reported of the order, without the fields of the buyer and the browser',
    ),
  })
  .meta({
    id: 'AffiliateConversionDetail',
    description: 'A conversion as its affiliate reads it alone',
  });
export const brandDetail = brandView
  .extend({
    refunded_amount: refunded,
    metadata: metadata.describe('What the shop reported of the order'),
    claim_id: z
      .uuid()
      .nullable()
      .describe('The affiliate’s claim that you accepted; null where the order was reported'),
  })
  .meta({ id: 'ConversionDetail', description: 'A conversion as its brand reads it alone' });

/** The rate of the booked commission, else of the frozen terms and tier. */
const rateOf = (conversion: ListedConversion, affiliateId?: string): number => {
  const booked = conversion.commissions.find(
    (commission) => affiliateId === undefined || commission.affiliateId === affiliateId,
  );
  return Number(
    booked?.terms.value ?? expectedRate(conversion, affiliateId ?? conversion.affiliateId),
  );
};

const commissionAmount = (conversion: ListedConversion, affiliateId?: string): number => {
  const { amountMinor, currency } = shownCommission(conversion, affiliateId);
  return toWireNumber(amountMinor, currency);
};

/** @param affiliateId sees another affiliate's code no more than another's click */
function couponOf({ coupon }: ListedConversion, affiliateId?: string): z.output<typeof couponView> {
  if (coupon === undefined) return null;
  const isShown = affiliateId === undefined || coupon.affiliateId === affiliateId;
  return {
    code: isShown ? coupon.code : null,
    status: coupon.status,
    rule: coupon.rule,
    decision: coupon.decision,
    code_share: coupon.codePercent,
  };
}

/** The order's click, where it is not another affiliate's. */
const clickOf = ({ coupon, clickId }: ListedConversion, affiliateId: string): string | null => {
  const owner = coupon?.click?.affiliateId ?? affiliateId;
  return owner === affiliateId ? clickId : null;
};

/** The affiliate's view, with the affiliate's own part of the commission. */
export const toAffiliateView = (
  conversion: ListedConversion,
  affiliateId: string,
): z.output<typeof affiliateView> => ({
  id: conversion.id,
  order_id: conversion.orderId,
  campaign_id: conversion.campaignId,
  click_id: clickOf(conversion, affiliateId),
  order_amount: toWireNumber(conversion.valueMinor, conversion.currency),
  commission_amount: commissionAmount(conversion, affiliateId),
  commission_rate: rateOf(conversion, affiliateId),
  commission_type: conversion.terms.type,
  status: conversion.status,
  converted_at: conversion.convertedAt.toISOString(),
  created_at: conversion.createdAt.toISOString(),
  currency: conversion.currency,
  unpayable_reason: conversion.unpayableReason,
  coupon: couponOf(conversion, affiliateId),
  source: conversion.source,
});

/** The brand's view before the review. */
export const toPendingReviewView = (
  conversion: ListedConversion,
): z.output<typeof pendingReviewView> => ({
  id: conversion.id,
  order_id: conversion.orderId,
  campaign_id: conversion.campaignId,
  affiliate_id: conversion.affiliateId,
  order_amount: toWireNumber(conversion.valueMinor, conversion.currency),
  commission_amount: commissionAmount(conversion),
  status: conversion.status,
  fraud_score: conversion.fraudScore,
  requires_review: conversion.requiresReview,
  converted_at: conversion.convertedAt.toISOString(),
  currency: conversion.currency,
  unpayable_reason: conversion.unpayableReason,
  coupon: couponOf(conversion),
  source: conversion.source,
});

/** The brand's view. */
export const toBrandView = (conversion: ListedConversion): z.output<typeof brandView> => ({
  ...toPendingReviewView(conversion),
  click_id: conversion.clickId,
  commission_rate: rateOf(conversion),
  conversion_type: conversion.type,
  created_at: conversion.createdAt.toISOString(),
});

const refundedView = ({ refundedMinor, currency }: Conversion) => ({
  refunded_amount: toWireNumber(refundedMinor, currency),
});

/** The affiliate's view of one conversion. */
export const toAffiliateDetail = (
  conversion: Conversion,
  affiliateId: string,
): z.output<typeof affiliateDetail> => ({
  ...toAffiliateView(conversion, affiliateId),
  ...refundedView(conversion),
  metadata: sharedMetadata(conversion.metadataText),
});

/** The brand's view of one conversion. */
export const toBrandDetail = (conversion: Conversion): z.output<typeof brandDetail> => ({
  ...toBrandView(conversion),
  ...refundedView(conversion),
  metadata: reportedMetadata(conversion.metadataText),
  claim_id: conversion.claimId ?? null,
});
