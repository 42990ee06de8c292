import { type Finding, ramped } from './fraud-score.ts';
import { type FraudWeights } from './fraud-weights.ts';
import { type AffiliateTraffic, othersOf, percent, surelyAtLeast } from './traffic-counts.ts';

const LEAST_ORDERS = 5;

const notAvailable = (why: string) => ({ value: null, evidence: `Not available: ${why}` });
const uncounted = notAvailable('the affiliate’s orders are not counted');
const tooFew = notAvailable('too few orders to compare');

/** How far an affiliate's share of such orders lies above the others', in standard deviations. */
function outlyingShare(
  { affiliate, campaign }: AffiliateTraffic,
  kind: 'slowOrders' | 'lateOrders' | 'quickOrders',
): { z: number; usual: number } | undefined {
  const others = othersOf({ affiliate, campaign });
  if (affiliate.orders === 0 || others.orders < LEAST_ORDERS) return undefined;
  const usual = (others[kind] + 1) / (others.orders + 2);
  const spread = Math.sqrt(affiliate.orders * usual * (1 - usual));
  return { z: (affiliate[kind] - affiliate.orders * usual) / spread, usual };
}

/** Orders more than a day after their click, where there are more of them than chance brings about. */
function lateShare(traffic: AffiliateTraffic, weights: FraudWeights): Finding | undefined {
  const { orders, lateOrders } = traffic.affiliate;
  const found = outlyingShare(traffic, 'lateOrders');
  if (found === undefined || orders < LEAST_ORDERS) return undefined;
  const value = ramped(found.z, weights.aff_ctit_flat.thresholds.z);
  const evidence = `${lateOrders} of the affiliate’s ${orders} orders came more than 24 hours after the click, of the campaign’s others ${percent(found.usual)}`;
  return { factor: 'aff_ctit_flat', value, evidence };
}

/**
 * Orders more than an hour after their click: most of those that a click leads to come before (AppsFlyer: 75 %),
 * and hardly any of those that it only happened to stand before. Where a part of the affiliate's orders
 * has nothing to do with its clicks and the rest comes as the campaign's others do, that part is
 * (share - usual) / (1 - usual). It counts as far as it is sure, so that few orders prove little, and
 * products that people think about for days set another usual share.
 */
function unledShare(traffic: AffiliateTraffic, weights: FraudWeights): Finding | undefined {
  const { orders, slowOrders } = traffic.affiliate;
  const found = outlyingShare(traffic, 'slowOrders');
  if (found === undefined) return undefined;
  const { z, usual } = found;
  const unled = (surelyAtLeast(slowOrders, orders) - usual) / (1 - usual);
  const { thresholds } = weights.aff_ctit_flat;
  const value = Math.min(ramped(z, thresholds.z), ramped(unled, thresholds.unled));
  const evidence = `${slowOrders} of the affiliate’s ${orders} orders came more than an hour after the click, of the campaign’s others ${percent(usual)}`;
  return { factor: 'aff_ctit_flat', value, evidence };
}

/** Orders long after their click, which only happened to be there (flooding, stuffing): the worse of both. */
export function slowShare(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_ctit_flat' as const };
  if (traffic === null) return { ...base, ...uncounted };
  const [late, unled] = [lateShare(traffic, weights), unledShare(traffic, weights)];
  if (unled === undefined) return { ...base, ...tooFew };
  return late === undefined || (unled.value ?? 0) > (late.value ?? 0) ? unled : late;
}

/**
 * Orders right after their click, which was made because they were being placed (injection, coupon
 * hijack). A minute, as far as checkout_injection looks on one order. Sites with coupons have some such
 * orders honestly, and by large numbers alone they differ from the others for certain: they must be much
 * of the whole as well.
 */
export function quickShare(traffic: AffiliateTraffic | null, weights: FraudWeights): Finding {
  const base = { factor: 'aff_ctit_fast' as const };
  if (traffic === null) return { ...base, ...uncounted };
  const { orders, quickOrders } = traffic.affiliate;
  const found = outlyingShare(traffic, 'quickOrders');
  if (found === undefined || orders < LEAST_ORDERS) return { ...base, ...tooFew };
  const { z, share } = weights.aff_ctit_fast.thresholds;
  const value = Math.min(ramped(found.z, z), ramped(surelyAtLeast(quickOrders, orders), share));
  const evidence = `${quickOrders} of the affiliate’s ${orders} orders came within a minute of the click, of the campaign’s others ${percent(found.usual)}`;
  return { ...base, value, evidence };
}
