import { type Finding, ramped } from './fraud-score.ts';
import { defaultWeights, type FraudWeights } from './fraud-weights.ts';

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
  /** Orders within 15 seconds of their click. */
  readonly quickOrders: number;
  /** Clicks from addresses of data centres, proxies and Tor. */
  readonly listed: number;
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

/** Shares are drawn towards the usual one by so many clicks or orders. */
const PSEUDO_COUNT = 10;
const USUAL = { navigations: 0.95, listed: 0.03, refunded: 0.03, reused: 0.03 } as const;
const LEAST_ORDERS = 5;
const LEAST_CLICKS = 10;
const LEAST_DESCRIBED = 20;
/** Beside fewer clicks of others there is nothing to compare with. */
const LEAST_OTHERS = 100;

/** Orders of an affiliate of the 30 days before an order's day, and how many reuse a device or address. */
export interface ReuseHistory {
  readonly orders: number;
  readonly reused: number;
}

/** What an affiliate's earlier traffic is judged by. */
export interface AffiliateEvidence {
  /** Null where it is not counted. */
  readonly traffic: AffiliateTraffic | null;
  readonly refunds: RefundHistory;
  readonly reuse: ReuseHistory;
}

const shrunk = (part: number, whole: number, usual: number): number =>
  (part + usual * PSEUDO_COUNT) / (whole + PSEUDO_COUNT);

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
    quickOrders: Math.min(Math.max(0, campaign.quickOrders - affiliate.quickOrders), orders),
    listed: Math.max(0, campaign.listed - affiliate.listed),
  };
}

/** Many clicks and hardly an order: clicks that nobody made on purpose (flooding, stuffing). */
function conversionRateLow(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_cr_low' as const };
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
  const rate = shrunk(affiliate.orders, affiliate.clicks, usual);
  const { thresholds } = weights.aff_cr_low;
  const value = Math.min(ramped(z, thresholds.z), ramped(usual / rate, thresholds.ratio));
  const evidence = `${percent(affiliate.orders / affiliate.clicks)} of the affiliate’s clicks led to an order, of the campaign’s others ${percent(usual)}`;
  return { ...base, value, evidence };
}

/** How far an affiliate's share of such orders lies above the others', in standard deviations. */
function outlyingShare(
  traffic: AffiliateTraffic | null,
  kind: 'lateOrders' | 'quickOrders',
): { z: number; usual: number } | string {
  if (traffic === null) return 'the affiliate’s orders are not counted';
  const { affiliate } = traffic;
  const others = othersOf(traffic);
  if (affiliate.orders < LEAST_ORDERS || others.orders < LEAST_ORDERS) {
    return 'too few orders to compare';
  }
  const usual = (others[kind] + 1) / (others.orders + 2);
  const spread = Math.sqrt(affiliate.orders * usual * (1 - usual));
  return { z: (affiliate[kind] - affiliate.orders * usual) / spread, usual };
}

const CLICK_TO_ORDER = [
  { factor: 'aff_ctit_flat', kind: 'lateOrders', when: 'more than 24 hours after' },
  { factor: 'aff_ctit_fast', kind: 'quickOrders', when: 'within 15 s of' },
] as const;

/**
 * Orders long after their click, which only happened to be there (flooding, stuffing), or at once after
 * it, which was made when the order was (injection).
 */
const clickToOrder = (traffic: AffiliateTraffic | null, weights: FraudWeights): Finding[] =>
  CLICK_TO_ORDER.map(({ factor, kind, when }) => {
    const found = outlyingShare(traffic, kind);
    if (typeof found === 'string') return { factor, ...notAvailable(found) };
    const { orders = 0, [kind]: such = 0 } = traffic?.affiliate ?? {};
    return {
      factor,
      value: ramped(found.z, weights[factor].thresholds.z),
      evidence: `${such} of the affiliate’s ${orders} orders came ${when} the click, of the campaign’s others ${percent(found.usual)}`,
    };
  });

/** Clicks that opened no page (images, frames, prefetches) or came from data centres: the worse of both. */
function clickQuality(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_quality' as const };
  if (traffic === null)
    return { ...base, ...notAvailable('the affiliate’s clicks are not counted') };
  const { clicks, described, navigations, listed } = traffic.affiliate;
  if (clicks < LEAST_CLICKS) return { ...base, ...notAvailable('too few clicks of the affiliate') };
  const { thresholds } = weights.aff_quality;
  const pages = shrunk(navigations, described, USUAL.navigations);
  const unopened = described < LEAST_DESCRIBED ? 0 : ramped(pages, thresholds.navigations);
  const centres = ramped(shrunk(listed, clicks, USUAL.listed), thresholds.listed_addresses);
  return centres > unopened
    ? {
        ...base,
        value: centres,
        evidence: `${listed} of ${clicks} clicks of the affiliate came from data centres or proxies`,
      }
    : {
        ...base,
        value: unopened,
        evidence: `${navigations} of ${described} clicks of the affiliate opened a page`,
      };
}

function refunded({ orders, refunded: taken }: RefundHistory, weights: FraudWeights): Finding {
  const base = { factor: 'aff_refund' as const };
  if (orders === 0) return { ...base, ...notAvailable('no earlier orders of the affiliate') };
  const share = shrunk(Math.min(taken, orders), orders, USUAL.refunded);
  const value = ramped(share, weights.aff_refund.thresholds.share);
  const evidence = `${taken} of the affiliate’s ${orders} orders of the last 90 days were refunded or charged back`;
  return { ...base, value, evidence };
}

/** Several customers behind one device or address, again and again (rings). */
function multipleIdentities({ orders, reused }: ReuseHistory, weights: FraudWeights): Finding {
  const base = { factor: 'aff_multi_id' as const };
  if (orders === 0) return { ...base, ...notAvailable('no earlier orders of the affiliate') };
  const value = ramped(shrunk(reused, orders, USUAL.reused), weights.aff_multi_id.thresholds.share);
  const evidence = `${reused} of the affiliate’s ${orders} orders of the last 30 days share a device or address with another customer’s`;
  return { ...base, value, evidence };
}

/** What an affiliate's earlier traffic says of an order; by whole days before the order's own. */
export const affiliateSignals = (
  { traffic, refunds, reuse }: AffiliateEvidence,
  weights: FraudWeights = defaultWeights,
): Finding[] => [
  conversionRateLow(traffic, weights),
  ...clickToOrder(traffic, weights),
  clickQuality(traffic, weights),
  refunded(refunds, weights),
  multipleIdentities(reuse, weights),
];
