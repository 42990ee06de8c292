import {
  type CampaignSnapshot,
  type CommissionTerms,
  type ConversionSource,
  type OrderCoupon,
  type UnpayableReason,
} from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { requiresReview } from '@tributary/terms';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import { type Buyer, decideEvidence } from './buyer.ts';
import { type StoredClick, traitsOf } from './click.ts';
import { decideConsent, isDenied, NOTHING_STATED, type StatedConsent } from './consent.ts';
import { type Conversion, withoutIdentity } from './conversion.ts';
import { isExcludedOrder } from './excluded-categories.ts';

/** A reported order, validated and in minor units. */
export interface Order {
  readonly source: ConversionSource;
  readonly orderId: string;
  readonly transactionId: string | null;
  readonly type: Conversion['type'];
  readonly valueMinor: number;
  readonly currency: string;
  readonly namedCommissionMinor: number | null;
  readonly products: Conversion['products'];
  readonly customerId: string | null;
  readonly customerEmailHash: string | null;
  readonly refererUrl: string | null;
  readonly platform: string | null;
  readonly metadataText: string | null;
  readonly convertedAt: Date;
  /** The coupon codes that the order names. */
  readonly couponCodes?: readonly string[];
  /** Evidence of the buyer's identity. */
  readonly buyer?: Buyer;
  /** What the report states about the customer's consent; absent for nothing. */
  readonly stated?: StatedConsent;
}

/** The touch that a report names, by precedence. */
export type ReportedTouch =
  | {
      readonly kind: 'click';
      readonly click: StoredClick;
      /** The order names the link alone, and this is the link's latest click. */
      readonly isGuessed?: true;
    }
  | { readonly kind: 'link'; readonly linkId: string; readonly affiliateId: string }
  | { readonly kind: 'affiliate'; readonly affiliateId: string };

/** The touch that an order is credited to. */
export type Touch =
  | ReportedTouch
  | {
      readonly kind: 'code';
      readonly affiliateId: string;
      /** Why the code earns nothing by itself; null where it earns. */
      readonly reason: UnpayableReason | null;
      /** The visitor's click, which earns nothing of the order. */
      readonly click: StoredClick | undefined;
    };

/** Tolerated difference between a shop's clock and ours. */
export const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

const reasonByValidity: Partial<Record<StoredClick['validity'], UnpayableReason>> = {
  bot: 'bot_click',
  filtered: 'no_attribution',
  inactive_campaign: 'campaign_ended',
  capped: 'capped',
  held_out: 'no_attribution',
};

/** Whether the order came after the click, and within the campaign's look-back window. */
function isInWindow(
  { occurredAt }: StoredClick,
  { convertedAt }: Pick<Order, 'convertedAt'>,
  { attribution }: CampaignSnapshot,
): boolean {
  const sinceClickMs = convertedAt.getTime() - Date.parse(occurredAt);
  const windowMs = attribution.lookbackWindowDays * DAY_MS;
  return sinceClickMs >= -CLOCK_TOLERANCE_MS && sinceClickMs <= windowMs;
}

type Credit = Pick<
  Conversion,
  'affiliateId' | 'clickId' | 'linkId' | 'clickedAt' | 'clickTraits' | 'ip' | 'userAgent' | 'subIds'
>;

const nothing = { clickId: null, linkId: null, clickedAt: null, ip: null, userAgent: null };

/** Credits the touch's affiliate, or nobody where the click is outside the campaign's window. */
function creditOf(touch: Touch, order: Order, campaign: CampaignSnapshot): Credit {
  if (touch.kind === 'affiliate') return { ...nothing, affiliateId: touch.affiliateId };
  if (touch.kind === 'code') {
    const { affiliateId, click } = touch;
    // Who ordered is the same, whatever earns.
    const visitor = { ip: click?.ip ?? null, userAgent: click?.userAgent ?? null };
    return { ...nothing, ...visitor, affiliateId };
  }
  if (touch.kind === 'link') {
    return { ...nothing, affiliateId: touch.affiliateId, linkId: touch.linkId };
  }
  const { click } = touch;
  return {
    affiliateId: isInWindow(click, order, campaign) ? click.affiliateId : null,
    clickId: click.clickId,
    linkId: click.linkId,
    clickedAt: new Date(click.occurredAt),
    clickTraits: traitsOf(click),
    ip: click.ip,
    userAgent: click.userAgent,
    ...(Object.keys(click.subIds).length === 0 ? {} : { subIds: click.subIds }),
  };
}

/** Why a touch earns nothing of an order without manual approval; null where it earns. */
export function reasonAgainstTouch(
  touch: Touch,
  order: Pick<Order, 'convertedAt'>,
  campaign: CampaignSnapshot,
): UnpayableReason | null {
  if (touch.kind === 'code') return touch.reason;
  if (touch.kind !== 'click') return null;
  if (!isInWindow(touch.click, order, campaign)) return 'no_attribution';
  return reasonByValidity[touch.click.validity] ?? null;
}

/** Without consent an order is joined with the click that it names, and with no other. */
export function namedTouchOf(touch: ReportedTouch): ReportedTouch {
  if (touch.kind !== 'click' || touch.isGuessed !== true) return touch;
  const { linkId, affiliateId } = touch.click;
  return { kind: 'link', linkId, affiliateId };
}

/** The reason why an order earns nothing without manual approval, apart from caps and budget. */
function reasonAgainst(
  order: Order,
  touch: Touch,
  campaign: CampaignSnapshot,
): UnpayableReason | null {
  const ofTouch = reasonAgainstTouch(touch, order, campaign);
  if (ofTouch !== null) return ofTouch;
  const { excludedCategories } = campaign.targeting;
  return isExcludedOrder(order.products, excludedCategories) ? 'excluded_category' : null;
}

interface Made {
  readonly id: string;
  readonly now: Date;
  /** The terms where they differ from the campaign's. */
  readonly terms?: CommissionTerms;
  /** A reason that the order itself gives. */
  readonly unpayableReason?: UnpayableReason | null;
  /** What the order's coupon codes effect. */
  readonly coupon?: OrderCoupon;
}

/** Whether a campaign has orders at all; paused and completed ones still do. */
export const acceptsOrders = ({ status }: Pick<CampaignSnapshot, 'status'>): boolean =>
  status !== 'draft' && status !== 'archived';

/**
 * Turns an order into a pending conversion with the campaign's current terms. Paused and completed
 * campaigns still pay for the orders of their clicks; drafts and archived campaigns accept no orders. Without consent
 * the conversion identifies nobody.
 * @throws invalid campaign_not_active
 */
export function decideIntake(
  { stated = NOTHING_STATED, couponCodes: _codes, ...order }: Order,
  touch: Touch,
  campaign: CampaignSnapshot,
  made: Made,
): Conversion {
  if (!acceptsOrders(campaign)) {
    throw invalid('campaign_not_active', { message: 'The campaign does not accept conversions' });
  }
  const consent = decideConsent(stated, campaign);
  if (consent === undefined) return conversionOf(order, touch, campaign, made);
  if (!isDenied(consent)) return { ...conversionOf(order, touch, campaign, made), consent };
  const named = touch.kind === 'code' ? touch : namedTouchOf(touch);
  return { ...withoutIdentity(conversionOf(order, named, campaign, made)), consent };
}

function conversionOf(
  { buyer, ...order }: Omit<Order, 'stated' | 'couponCodes'>,
  touch: Touch,
  campaign: CampaignSnapshot,
  made: Made,
): Conversion {
  const credit = creditOf(touch, order, campaign);
  const unpayableReason = made.unpayableReason ?? reasonAgainst(order, touch, campaign);
  return {
    ...order,
    ...credit,
    id: made.id,
    brandId: campaign.brandId,
    campaignId: campaign.campaignId,
    affiliateIds: credit.affiliateId === null ? [] : [credit.affiliateId],
    status: 'pending',
    refundedMinor: 0,
    terms: made.terms ?? campaign.commission,
    isNewCustomer: null,
    createdAt: made.now,
    unpayableReason,
    evidence: decideEvidence('click' in touch ? touch.click : undefined, buyer),
    requiresReview: requiresReview({ ...order, unpayableReason }),
    fraudScore: null,
    factors: [],
    shares: [],
    assessedAt: null,
    review: null,
    adjustments: [],
    commissions: [],
    dispute: null,
    ...(made.coupon === undefined ? {} : { coupon: made.coupon }),
  };
}
