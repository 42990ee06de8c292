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

/** Orders of an affiliate of the 90 days before an order's day, and how many of them were refunded. */
export interface RefundHistory {
  readonly orders: number;
  readonly refunded: number;
}

/** Shares are drawn towards the usual one by so many clicks or orders. */
const PSEUDO_COUNT = 10;
const USUAL = { navigations: 0.95, listed: 0.03, refunded: 0.03 } as const;
const LEAST_ORDERS = 5;
const LEAST_REUSED = 3;
const LEAST_CLICKS = 10;
const LEAST_DESCRIBED = 20;
const LEAST_VISITORS = 10;
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
    visitors: Math.max(0, campaign.visitors - affiliate.visitors),
    addresses: Math.max(0, campaign.addresses - affiliate.addresses),
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
  { affiliate, campaign }: AffiliateTraffic,
  kind: 'lateOrders' | 'quickOrders',
): { z: number; usual: number } | undefined {
  const others = othersOf({ affiliate, campaign });
  if (affiliate.orders < LEAST_ORDERS || others.orders < LEAST_ORDERS) return undefined;
  const usual = (others[kind] + 1) / (others.orders + 2);
  const spread = Math.sqrt(affiliate.orders * usual * (1 - usual));
  return { z: (affiliate[kind] - affiliate.orders * usual) / spread, usual };
}

const uncounted = notAvailable('the affiliate’s orders are not counted');
const tooFew = notAvailable('too few orders to compare');

/** Orders long after their click, which only happened to be there (flooding, stuffing). */
function lateShare(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_ctit_flat' as const };
  if (traffic === null) return { ...base, ...uncounted };
  const found = outlyingShare(traffic, 'lateOrders');
  if (found === undefined) return { ...base, ...tooFew };
  const { orders, lateOrders } = traffic.affiliate;
  const value = ramped(found.z, weights.aff_ctit_flat.thresholds.z);
  const evidence = `${lateOrders} of the affiliate’s ${orders} orders came more than 24 hours after the click, of the campaign’s others ${percent(found.usual)}`;
  return { ...base, value, evidence };
}

/**
 * Orders right after their click, which was made because they were being placed (injection, coupon
 * hijack). A minute, as far as checkout_injection looks on one order. Sites with coupons have some such
 * orders honestly, and by large numbers alone they differ from the others for certain: they must be much
 * of the whole as well.
 */
function quickShare(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_ctit_fast' as const };
  if (traffic === null) return { ...base, ...uncounted };
  const found = outlyingShare(traffic, 'quickOrders');
  if (found === undefined) return { ...base, ...tooFew };
  const { orders, quickOrders } = traffic.affiliate;
  const { z, share } = weights.aff_ctit_fast.thresholds;
  const value = Math.min(ramped(found.z, z), ramped(surelyAtLeast(quickOrders, orders), share));
  const evidence = `${quickOrders} of the affiliate’s ${orders} orders came within a minute of the click, of the campaign’s others ${percent(found.usual)}`;
  return { ...base, value, evidence };
}

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

/**
 * Ever new visitors behind a handful of addresses: a script that drops its cookies, or a farm. Whoever clicks
 * often keeps the cookie and is one visitor, and what carriers and offices share shows with the campaign's
 * others as well.
 */
function fewAddresses(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_few_addresses' as const };
  if (traffic === null)
    return { ...base, ...notAvailable('the affiliate’s clicks are not counted') };
  const { visitors, addresses } = traffic.affiliate;
  const others = othersOf(traffic);
  if (visitors < LEAST_VISITORS || addresses === 0) {
    return { ...base, ...notAvailable('too few visitors of the affiliate') };
  }
  if (others.visitors < LEAST_OTHERS || others.addresses === 0) {
    return { ...base, ...notAvailable('too few visitors to compare with') };
  }
  const own = visitors / addresses;
  const usual = Math.max(1, others.visitors / others.addresses);
  const { times } = weights.aff_few_addresses.thresholds;
  const evidence = `The affiliate’s ${visitors} visitors came from ${addresses} addresses, ${own.toFixed(1)} from each, of the campaign’s others ${usual.toFixed(1)}`;
  return { ...base, value: ramped(own / usual, times), evidence };
}

function refunded({ orders, refunded: taken }: RefundHistory, weights: FraudWeights): Finding {
  const base = { factor: 'aff_refund' as const };
  if (orders === 0) return { ...base, ...notAvailable('no earlier orders of the affiliate') };
  const share = shrunk(Math.min(taken, orders), orders, USUAL.refunded);
  const value = ramped(share, weights.aff_refund.thresholds.share);
  const evidence = `${taken} of the affiliate’s ${orders} orders of the last 90 days were refunded or charged back`;
  return { ...base, value, evidence };
}

/**
 * Several customers behind one device or address, again and again: rings that order through a handful of
 * proxies or devices. Two are a household, and one office among many customers makes no such share; where
 * most sit behind a few addresses by nature, a brand lowers the weight.
 */
function multipleIdentities({ orders, reused }: ReuseHistory, weights: FraudWeights): Finding {
  const base = { factor: 'aff_multi_id' as const };
  if (orders === 0) return { ...base, ...notAvailable('no earlier orders of the affiliate') };
  const least = reused < LEAST_REUSED ? 0 : surelyAtLeast(reused, orders);
  const value = ramped(least, weights.aff_multi_id.thresholds.share);
  const evidence = `${reused} of the affiliate’s ${orders} orders of the last 30 days share a device or address with another customer’s`;
  return { ...base, value, evidence };
}

/** What an affiliate's earlier traffic says of an order; by whole days before the order's own. */
export const affiliateSignals = (
  { traffic, refunds, reuse }: AffiliateEvidence,
  weights: FraudWeights = defaultWeights,
): Finding[] => [
  conversionRateLow(traffic, weights),
  quickShare(traffic, weights),
  lateShare(traffic, weights),
  clickQuality(traffic, weights),
  fewAddresses(traffic, weights),
  refunded(refunds, weights),
  multipleIdentities(reuse, weights),
];
