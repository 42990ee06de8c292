import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** The most characters of a coupon code. */
export const MAX_COUPON_CODE = 64;

/** The text by which coupon codes are compared: without spaces around it, and the same in any case. */
export const couponKey = (code: string): string => code.normalize('NFKC').trim().toUpperCase();

/** A coupon code as orders are matched with it. */
export const couponSnapshot = z.object({
  couponId: id,
  brandId: id,
  campaignId: id,
  affiliateId: id,
  /** As the brand writes it; orders are matched by `couponKey`. */
  code: z.string(),
  /** The first moment of its validity. */
  startsAt: instant,
  /** The moment at which it is no longer valid; null where it has no end. */
  endsAt: instant.nullable(),
  /** Since when it is switched off; null while it is active. */
  deactivatedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type CouponSnapshot = z.output<typeof couponSnapshot>;

const declaration = {
  topic: 'campaign.coupons',
  key: (coupon: CouponSnapshot) => coupon.couponId,
  data: couponSnapshot,
  internalBecause: 'the contract names no event for it',
} as const;

const sample: CouponSnapshot = {
  couponId: sampleIds.couponId,
  brandId: sampleIds.brandId,
  campaignId: sampleIds.campaignId,
  affiliateId: sampleIds.affiliateId,
  code: 'ANNA10',
  startsAt: SAMPLE_TIME,
  endsAt: null,
  deactivatedAt: null,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
};

export const couponCreated = defineEvent({
  type: 'coupon.created.v1',
  ...declaration,
  description: 'A brand gave an affiliate a coupon code.',
  sample,
});
export const couponUpdated = defineEvent({
  type: 'coupon.updated.v1',
  ...declaration,
  description: 'A coupon code’s window changed, or it was switched off or on again.',
  sample: { ...sample, deactivatedAt: SAMPLE_TIME },
});
export const couponDeleted = defineEvent({
  type: 'coupon.deleted.v1',
  ...declaration,
  description: 'A coupon code that no order had named was deleted.',
  sample: { ...sample, deactivatedAt: SAMPLE_TIME },
});

/** Who earns an order that has a valid code of one affiliate and a valid click of another. */
export const couponRules = ['code', 'click', 'split', 'first'] as const;
export type CouponRule = (typeof couponRules)[number];

/** What the code that an order named was worth when the order was placed. */
export const couponStatuses = [
  'valid',
  'unknown',
  'not_started',
  'expired',
  'deactivated',
  'campaign_ended',
  'affiliate_suspended',
] as const;
export type CouponStatus = (typeof couponStatuses)[number];

/** Why a code has its part of the credit. */
export const couponDecisions = [
  /** Only the code is valid. */
  'only_code',
  /** Only the click is valid, or neither is. */
  'only_click',
  /** Neither is valid. */
  'nothing_valid',
  /** Both are valid and of one affiliate. */
  'same_affiliate',
  /** Both are valid and of two affiliates: the campaign's rule. */
  'rule',
  /** The same, of two campaigns, which cannot split one order: the code counts where the rule is to split. */
  'other_campaign',
] as const;
export type CouponDecision = (typeof couponDecisions)[number];

/** The coupon codes of an order, the rule that applied to them and its effect; frozen with the conversion. */
export const orderCoupon = z.object({
  /** All codes that the order named, as it wrote them. */
  codes: z.array(z.string()),
  /** The code that was judged, in the brand's spelling; null where no code is known. */
  code: z.string().nullable(),
  couponId: id.nullable(),
  affiliateId: id.nullable(),
  status: z.enum(couponStatuses),
  /** The start of the code's validity, which the rule `first` compares with the click. */
  startsAt: instant.nullable(),
  rule: z.enum(couponRules),
  decision: z.enum(couponDecisions),
  /** The code's part of the credit, percent; the clicks have the rest. */
  codePercent: z.int().min(0).max(100),
  /** The click that the shop named where it earns nothing because of the code; its facts are not the conversion's. */
  click: z.object({ clickId: id, linkId: id, affiliateId: id, clickedAt: instant }).nullable(),
});
export type OrderCoupon = z.output<typeof orderCoupon>;
