import {
  type CampaignSnapshot,
  couponCodeShareOf,
  type CouponDecision,
  couponRuleOf,
  type CouponSnapshot,
  type CouponStatus,
  type OrderCoupon,
  type UnpayableReason,
} from '@tributary/contracts';
import { type ReportedTouch, type Touch } from './intake.ts';

/** A coupon code of the brand, judged at the order's time. */
export interface KnownCoupon {
  readonly coupon: CouponSnapshot;
  readonly campaign: CampaignSnapshot;
  readonly status: Exclude<CouponStatus, 'unknown'>;
}

/** The codes that an order named, and the one that counts; undefined where the brand has none of them. */
export interface NamedCoupons {
  readonly codes: readonly string[];
  readonly known: KnownCoupon | undefined;
}

/** What a code is worth to an order. Its window is judged by the order's time, the rest by the present state. */
export function couponStatusOf(
  { startsAt, endsAt, deactivatedAt }: CouponSnapshot,
  convertedAt: Date,
  { status }: Pick<CampaignSnapshot, 'status'>,
  isSuspended: boolean,
): KnownCoupon['status'] {
  const at = convertedAt.getTime();
  if (at < Date.parse(startsAt)) return 'not_started';
  if (endsAt !== null && at >= Date.parse(endsAt)) return 'expired';
  if (deactivatedAt !== null && at >= Date.parse(deactivatedAt)) return 'deactivated';
  if (isSuspended) return 'affiliate_suspended';
  return status === 'active' || status === 'paused' ? 'valid' : 'campaign_ended';
}

/** The code that counts of those that an order named: the first valid one, else the first that is known. */
export const countingCoupon = (known: readonly KnownCoupon[]): KnownCoupon | undefined =>
  known.find(({ status }) => status === 'valid') ?? known[0];

/** Why an order with a code that is not valid, and without a valid click, earns nothing by itself. */
const reasonByStatus: Readonly<Record<KnownCoupon['status'], UnpayableReason | null>> = {
  valid: null,
  not_started: 'no_attribution',
  expired: 'no_attribution',
  deactivated: 'no_attribution',
  campaign_ended: 'campaign_ended',
  affiliate_suspended: 'affiliate_suspended',
};

/** The touch that a report names beside its codes: a click, a link or an affiliate. */
export interface NamedTouch {
  readonly touch: ReportedTouch;
  readonly campaign: CampaignSnapshot;
  /** Whether it earns, by itself and by its affiliate's account. */
  readonly isValid: boolean;
}

/** What an order is credited to once its codes are weighed. */
export interface CouponCredit {
  readonly touch: Touch;
  readonly campaign: CampaignSnapshot;
  readonly coupon: OrderCoupon;
}

const affiliateOf = ({ touch }: NamedTouch): string =>
  touch.kind === 'click' ? touch.click.affiliateId : touch.affiliateId;

const clickOf = (named: NamedTouch | undefined) =>
  named?.touch.kind === 'click' ? named.touch.click : undefined;

/** The code's part of the credit by the campaign's rule, percent. */
function percentByRule(
  { attribution }: Pick<CampaignSnapshot, 'attribution'>,
  { startsAt }: CouponSnapshot,
  clickedAt: string | undefined,
): number {
  switch (couponRuleOf(attribution)) {
    case 'code':
      return 100;
    case 'click':
      return 0;
    case 'split':
      return couponCodeShareOf(attribution);
    case 'first':
      // A link or an affiliate that is named without a click has no time.
      return clickedAt === undefined || Date.parse(startsAt) < Date.parse(clickedAt) ? 100 : 0;
  }
}

interface Weighed {
  readonly decision: CouponDecision;
  readonly codePercent: number;
}

/** Weighs a valid code against a valid touch. */
function weigh({ coupon, campaign }: KnownCoupon, named: NamedTouch): Weighed {
  const codePercent = percentByRule(named.campaign, coupon, clickOf(named)?.occurredAt);
  if (campaign.campaignId !== named.campaign.campaignId) {
    // An order belongs to one campaign, so that two cannot split it.
    const isSplit = codePercent > 0 && codePercent < 100;
    return isSplit
      ? { decision: 'other_campaign', codePercent: 100 }
      : { decision: 'rule', codePercent };
  }
  const isSame = coupon.affiliateId === affiliateOf(named);
  return { decision: isSame ? 'same_affiliate' : 'rule', codePercent };
}

function decide(known: KnownCoupon | undefined, named: NamedTouch | undefined): Weighed {
  const isCodeValid = known?.status === 'valid';
  const isTouchValid = named?.isValid === true;
  if (isCodeValid && isTouchValid) return weigh(known, named);
  if (isCodeValid) return { decision: 'only_code', codePercent: 100 };
  const codePercent = named === undefined ? 100 : 0;
  return { decision: isTouchValid ? 'only_click' : 'nothing_valid', codePercent };
}

type JudgedCode = Pick<OrderCoupon, 'code' | 'couponId' | 'affiliateId' | 'status' | 'startsAt'>;

const UNKNOWN: JudgedCode = {
  code: null,
  couponId: null,
  affiliateId: null,
  status: 'unknown',
  startsAt: null,
};

const judged = ({ coupon, status }: KnownCoupon): JudgedCode => ({
  code: coupon.code,
  couponId: coupon.couponId,
  affiliateId: coupon.affiliateId,
  status,
  startsAt: coupon.startsAt,
});

function orderCouponOf(
  { codes, known }: NamedCoupons,
  named: NamedTouch | undefined,
  { decision, codePercent, campaign }: Weighed & { readonly campaign: CampaignSnapshot },
): OrderCoupon {
  const click = clickOf(named);
  return {
    codes: [...codes],
    ...(known === undefined ? UNKNOWN : judged(known)),
    rule: couponRuleOf(campaign.attribution),
    decision,
    codePercent,
    click:
      click === undefined
        ? null
        : {
            clickId: click.clickId,
            linkId: click.linkId,
            affiliateId: click.affiliateId,
            clickedAt: click.occurredAt,
          },
  };
}

/**
 * Decides what an order with coupon codes is credited to. The campaign's rule decides only between a valid code and
 * a valid click; what is not valid does not compete. Where a whole order is the code's, the click of another affiliate
 * is no fact of the conversion.
 * @param named the touch that the report names; undefined without one
 * @returns undefined where there is neither a known code nor a touch
 */
export function decideCouponCredit(
  coupons: NamedCoupons,
  named: NamedTouch | undefined,
): CouponCredit | undefined {
  const { known } = coupons;
  const campaign = named?.campaign ?? known?.campaign;
  if (campaign === undefined) return undefined;
  const weighed = decide(known, named);
  const coupon = orderCouponOf(coupons, named, { ...weighed, campaign });
  const isOwnClick = weighed.decision === 'same_affiliate';
  if (known === undefined || (named !== undefined && (weighed.codePercent < 100 || isOwnClick))) {
    return named === undefined ? undefined : { ...named, coupon };
  }
  const touch: Touch = {
    kind: 'code',
    affiliateId: known.coupon.affiliateId,
    reason: reasonByStatus[known.status],
    click: clickOf(named),
  };
  return { touch, campaign: known.campaign, coupon };
}
