import { type ConversionSnapshot, type OrderCoupon } from '@tributary/contracts';
import { type CouponCase, namedCodeOf } from '@tributary/testing';

/** The coupon facts of an order, as tracking freezes them, for a case of the table of rules. */
export function couponOf(
  { rule, situation, decision, codePercent }: CouponCase,
  affiliateId: string,
  click: OrderCoupon['click'],
): OrderCoupon | undefined {
  if (decision === null) return undefined;
  const named = namedCodeOf(situation);
  const isKnown = named !== 'unknown';
  return {
    codes: ['anna10'],
    code: isKnown ? 'ANNA10' : null,
    couponId: isKnown ? '0199aaaa-0000-7000-8000-00000000000c' : null,
    affiliateId: isKnown ? affiliateId : null,
    status: named === 'valid' || named === null ? 'valid' : named,
    startsAt: isKnown ? '2026-01-01T00:00:00.000Z' : null,
    rule,
    decision,
    codePercent,
    click,
  };
}

/** An order that is its code's alone: no click is a fact of it. */
export const byCode = (coupon: OrderCoupon): Partial<ConversionSnapshot> => ({
  affiliateId: coupon.affiliateId,
  clickId: null,
  linkId: null,
  clickedAt: null,
  coupon,
});
