import { ramp, type Signal } from './fraud-score.ts';

/** Clicks and orders of the 30 days before an order's day, each counted once. */
export interface TrafficCounts {
  readonly clicks: number;
  /** Clicks whose browser said how they came about. */
  readonly described: number;
  /** Of those, clicks that opened a page. */
  readonly navigations: number;
  readonly orders: number;
  /** Orders more than 24 hours after their click. */
  readonly lateOrders: number;
}

/** An affiliate's traffic in a campaign, beside all of the campaign's. */
export interface AffiliateTraffic {
  readonly affiliate: TrafficCounts;
  readonly campaign: TrafficCounts;
}

/** Orders of an affiliate of the 90 days before an order's day, and how many of them were refunded. */
export interface RefundHistory {
  readonly orders: number;
  readonly refunded: number;
}

const CR_LOW = { weight: 0.55, z: [4, 9], ratio: [2.5, 6], pseudoCount: 10 } as const;
const CTIT_FLAT = { weight: 0.6, z: [2.5, 6], leastOrders: 5 } as const;
const QUALITY = {
  weight: 0.6,
  from: 0.75,
  to: 0.35,
  usual: 0.95,
  pseudoCount: 10,
  least: 20,
} as const;
const REFUND = { weight: 0.4, from: 0.09, to: 0.22, usual: 0.03, pseudoCount: 10 } as const;
/** Beside fewer clicks of others there is nothing to compare with. */
const LEAST_OTHERS = 100;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const notAvailable = (why: string) => ({ value: null, evidence: `Not available: ${why}` });

/** The counts are right to a percent only, so that a part can come out larger than its whole. */
function othersOf({ affiliate, campaign }: AffiliateTraffic): TrafficCounts {
  const orders = Math.max(0, campaign.orders - affiliate.orders);
  const late = Math.max(0, campaign.lateOrders - affiliate.lateOrders);
  return {
    clicks: Math.max(0, campaign.clicks - affiliate.clicks),
    described: Math.max(0, campaign.described - affiliate.described),
    navigations: Math.max(0, campaign.navigations - affiliate.navigations),
    orders,
    lateOrders: Math.min(late, orders),
  };
}

/** Many clicks and hardly an order: clicks that nobody made on purpose (flooding, stuffing). */
function conversionRateLow(traffic: AffiliateTraffic | null): Signal {
  const base = { factor: 'aff_cr_low', weight: CR_LOW.weight };
  if (traffic === null)
    return { ...base, ...notAvailable('the affiliate’s clicks are not counted') };
  const { affiliate } = traffic;
  const others = othersOf(traffic);
  if (affiliate.clicks === 0 || others.clicks < LEAST_OTHERS || others.orders === 0) {
    return { ...base, ...notAvailable('too little traffic to compare with') };
  }
  const usual = Math.min(1, others.orders / others.clicks);
  const expected = affiliate.clicks * usual;
  const z = (expected - affiliate.orders) / Math.sqrt(Math.max(expected * (1 - usual), 1e-9));
  const rate =
    (affiliate.orders + CR_LOW.pseudoCount * usual) / (affiliate.clicks + CR_LOW.pseudoCount);
  const value = Math.min(ramp(z, ...CR_LOW.z), ramp(usual / rate, ...CR_LOW.ratio));
  const evidence = `${percent(affiliate.orders / affiliate.clicks)} of the affiliate’s clicks led to an order, of the campaign’s others ${percent(usual)}`;
  return { ...base, value, evidence };
}

/** Orders long after their click: the click only happened to be there (flooding, stuffing). */
function lateOrders(traffic: AffiliateTraffic | null): Signal {
  const base = { factor: 'aff_ctit_flat', weight: CTIT_FLAT.weight };
  if (traffic === null)
    return { ...base, ...notAvailable('the affiliate’s orders are not counted') };
  const { affiliate } = traffic;
  const others = othersOf(traffic);
  if (affiliate.orders < CTIT_FLAT.leastOrders || others.orders < CTIT_FLAT.leastOrders) {
    return { ...base, ...notAvailable('too few orders to compare') };
  }
  const usual = (others.lateOrders + 1) / (others.orders + 2);
  const spread = Math.sqrt(affiliate.orders * usual * (1 - usual));
  const value = ramp((affiliate.lateOrders - affiliate.orders * usual) / spread, ...CTIT_FLAT.z);
  const evidence = `${affiliate.lateOrders} of the affiliate’s ${affiliate.orders} orders came more than 24 hours after the click, of the campaign’s others ${percent(usual)}`;
  return { ...base, value, evidence };
}

/** Clicks that opened no page: images, frames, prefetches (stuffing). */
function clickQuality(traffic: AffiliateTraffic | null): Signal {
  const base = { factor: 'aff_quality', weight: QUALITY.weight };
  const described = traffic?.affiliate.described ?? 0;
  if (traffic === null || described < QUALITY.least) {
    return {
      ...base,
      ...notAvailable('too few of the affiliate’s clicks say how they came about'),
    };
  }
  const { navigations } = traffic.affiliate;
  const pseudo = QUALITY.pseudoCount;
  const share = (navigations + QUALITY.usual * pseudo) / (described + pseudo);
  const value = ramp(share, QUALITY.from, QUALITY.to);
  const evidence = `${navigations} of ${described} clicks of the affiliate opened a page`;
  return { ...base, value, evidence };
}

function refunds({ orders, refunded }: RefundHistory): Signal {
  const base = { factor: 'aff_refund', weight: REFUND.weight };
  if (orders === 0) return { ...base, ...notAvailable('no earlier orders of the affiliate') };
  const pseudo = REFUND.pseudoCount;
  const share = (Math.min(refunded, orders) + REFUND.usual * pseudo) / (orders + pseudo);
  const value = ramp(share, REFUND.from, REFUND.to);
  const evidence = `${refunded} of the affiliate’s ${orders} orders of the last 90 days were refunded or charged back`;
  return { ...base, value, evidence };
}

/** What an affiliate's earlier traffic says of an order; by whole days before the order's own. */
export const affiliateSignals = (
  traffic: AffiliateTraffic | null,
  refundHistory: RefundHistory,
): Signal[] => [
  conversionRateLow(traffic),
  lateOrders(traffic),
  clickQuality(traffic),
  refunds(refundHistory),
];
