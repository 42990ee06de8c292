/** Clicks and orders of the 30 days before an order's day, each counted once. */
export interface TrafficCounts {
  readonly clicks: number;
  /** Clicks with Fetch Metadata. */
  readonly described: number;
  /** Clicks with Fetch Metadata that opened a page. */
  readonly navigations: number;
  readonly orders: number;
  /** Orders more than an hour after their click. */
  readonly slowOrders: number;
  /** Orders more than 24 hours after their click. */
  readonly lateOrders: number;
  /** Orders within a minute of their click. */
  readonly quickOrders: number;
  /** Clicks from addresses of data centres, VPNs and Tor. */
  readonly listed: number;
  /** Cookies that clicked from a public address. */
  readonly visitors: number;
  /** Public addresses that those cookies clicked from. */
  readonly addresses: number;
}

/** An affiliate's traffic in a campaign, and the whole campaign's. */
export interface AffiliateTraffic {
  readonly affiliate: TrafficCounts;
  readonly campaign: TrafficCounts;
}

/**
 * The campaign's traffic without the affiliate's. Counts are estimates with an error of about a percent, so
 * that a difference below 0 is possible and is raised to 0.
 */
export function othersOf({ affiliate, campaign }: AffiliateTraffic): TrafficCounts {
  const rest = (kind: keyof TrafficCounts) => Math.max(0, campaign[kind] - affiliate[kind]);
  const orders = rest('orders');
  return {
    clicks: rest('clicks'),
    described: rest('described'),
    navigations: rest('navigations'),
    orders,
    slowOrders: Math.min(rest('slowOrders'), orders),
    lateOrders: Math.min(rest('lateOrders'), orders),
    quickOrders: Math.min(rest('quickOrders'), orders),
    listed: rest('listed'),
    visitors: rest('visitors'),
    addresses: rest('addresses'),
  };
}

/**
 * Clicks that a person may have made: those that opened a page, or of which that is not known, from addresses that no
 * list names. Mail scanners, hidden images and frames are left out, so that a rival cannot make them count.
 */
export const engagedClicks = ({ clicks, described, navigations, listed }: TrafficCounts): number =>
  Math.max(0, clicks - (described - navigations) - listed);

/** Orders needed for a comparison. */
export const MIN_ORDERS = 5;

/** How far an affiliate's share of such orders lies above the other affiliates', in standard deviations. */
export function outlyingShare(
  { affiliate, campaign }: AffiliateTraffic,
  kind: 'slowOrders' | 'lateOrders' | 'quickOrders',
): { z: number; usual: number } | undefined {
  const others = othersOf({ affiliate, campaign });
  if (affiliate.orders === 0 || others.orders < MIN_ORDERS) return undefined;
  const usual = (others[kind] + 1) / (others.orders + 2);
  const spread = Math.sqrt(affiliate.orders * usual * (1 - usual));
  return { z: (affiliate[kind] - affiliate.orders * usual) / spread, usual };
}
