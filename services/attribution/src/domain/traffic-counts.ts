/** Clicks and orders of the 30 days before an order's day, each counted once. */
export interface TrafficCounts {
  readonly clicks: number;
  /** Clicks whose browser said how they came about. */
  readonly described: number;
  /** Of those, clicks that opened a page. */
  readonly navigations: number;
  readonly orders: number;
  /** Orders more than an hour after their click. */
  readonly slowOrders: number;
  /** Orders more than 24 hours after their click. */
  readonly lateOrders: number;
  /** Orders within a minute of their click. */
  readonly quickOrders: number;
  /** Clicks from addresses of data centres, proxies and Tor. */
  readonly listed: number;
  /** Cookies that clicked from a public address which is kept, and how many such addresses there were. */
  readonly visitors: number;
  readonly addresses: number;
}

/** An affiliate's traffic in a campaign, beside all of the campaign's. */
export interface AffiliateTraffic {
  readonly affiliate: TrafficCounts;
  readonly campaign: TrafficCounts;
}

/** As evidence says it. @param share 0 to 1 */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** One-sided, 99 %. */
const CONFIDENCE_Z = 2.326;

/**
 * The least that a share is with a confidence of 99 %, of which `part` of `whole` was seen: the lower end of
 * Wilson's interval (E. B. Wilson, JASA 22, 1927, p. 209; Brown, Cai and DasGupta, Statistical Science 16, 2001,
 * recommend it for few cases). Few orders prove little, and many need no allowance.
 */
export function surelyAtLeast(part: number, whole: number): number {
  if (whole === 0) return 0;
  const square = CONFIDENCE_Z ** 2;
  const share = Math.min(part, whole) / whole;
  const spread = Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2));
  const least = (share + square / (2 * whole) - CONFIDENCE_Z * spread) / (1 + square / whole);
  return Math.max(0, least);
}

/** The campaign’s traffic but for the affiliate’s. The counts are right to a percent only, so that a part can come out larger than its whole. */
export function othersOf({ affiliate, campaign }: AffiliateTraffic): TrafficCounts {
  const orders = Math.max(0, campaign.orders - affiliate.orders);
  const slow = Math.max(0, campaign.slowOrders - affiliate.slowOrders);
  const late = Math.max(0, campaign.lateOrders - affiliate.lateOrders);
  return {
    clicks: Math.max(0, campaign.clicks - affiliate.clicks),
    described: Math.max(0, campaign.described - affiliate.described),
    navigations: Math.max(0, campaign.navigations - affiliate.navigations),
    orders,
    slowOrders: Math.min(slow, orders),
    lateOrders: Math.min(late, orders),
    quickOrders: Math.min(Math.max(0, campaign.quickOrders - affiliate.quickOrders), orders),
    listed: Math.max(0, campaign.listed - affiliate.listed),
    visitors: Math.max(0, campaign.visitors - affiliate.visitors),
    addresses: Math.max(0, campaign.addresses - affiliate.addresses),
  };
}
