import { type Finding, ramped } from './fraud-score.ts';
import { defaultWeights, type FraudWeights } from './fraud-weights.ts';
import { quickShare, slowShare } from './pace-signals.ts';
import { type AffiliateTraffic, othersOf, percent, surelyAtLeast } from './traffic-counts.ts';

/** Orders of an affiliate of the 90 days before an order's day, and how many of them were refunded. */
export interface RefundHistory {
  readonly orders: number;
  readonly refunded: number;
}

/** Shares are drawn towards the usual one by so many clicks or orders. */
const PSEUDO_COUNT = 10;
const USUAL = { navigations: 0.95, listed: 0.03, refunded: 0.03 } as const;
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

const notAvailable = (why: string) => ({ value: null, evidence: `Not available: ${why}` });

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
  slowShare(traffic, weights),
  clickQuality(traffic, weights),
  fewAddresses(traffic, weights),
  refunded(refunds, weights),
  multipleIdentities(reuse, weights),
];
