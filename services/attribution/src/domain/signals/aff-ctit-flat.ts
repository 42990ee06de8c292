import { type AffiliateTraffic, MIN_ORDERS, outlyingShare } from '../affiliate-traffic.ts';
import { absent, notAvailable, type Ramp, ramp } from '../finding.ts';
import { paceOfJourney } from '../journey.ts';
import { defineSignal } from '../signal.ts';
import { percent, wilsonLowerBound } from '../statistics.ts';

/** Orders more than a day after their click, as far as there are more of them than chance explains. */
function lateOrders(traffic: AffiliateTraffic, thresholds: Readonly<Record<'z', Ramp>>) {
  const { orders, lateOrders: late } = traffic.affiliate;
  const outlying = outlyingShare(traffic, 'lateOrders');
  if (outlying === undefined || orders < MIN_ORDERS) return undefined;
  return {
    value: ramp(outlying.z, thresholds.z),
    evidence: `${late} of the affiliate’s ${orders} orders came more than 24 hours after the click, of the campaign’s others ${percent(outlying.usual)}`,
  };
}

/**
 * Orders that no click led to. Most orders that a click leads to come within an hour (AppsFlyer: 75 %), and
 * hardly any of those that it merely precedes. If one part of the affiliate's orders has nothing to do with
 * its clicks and the rest comes like the campaign's others, that part is (share - usual) / (1 - usual). Its
 * lower bound counts, so that few orders prove little.
 */
function unledOrders(traffic: AffiliateTraffic, thresholds: Readonly<Record<'z' | 'unled', Ramp>>) {
  const { orders, slowOrders } = traffic.affiliate;
  const outlying = outlyingShare(traffic, 'slowOrders');
  if (outlying === undefined) return undefined;
  const { z, usual } = outlying;
  const unled = (wilsonLowerBound(slowOrders, orders) - usual) / (1 - usual);
  return {
    value: Math.min(ramp(z, thresholds.z), ramp(unled, thresholds.unled)),
    evidence: `${slowOrders} of the affiliate’s ${orders} orders came more than an hour after the click, of the campaign’s others ${percent(usual)}`,
  };
}

/**
 * Orders long after their click, which merely preceded them (click flooding, cookie stuffing). It speaks of such orders
 * only, and is never enough alone: some things take days to decide.
 */
export const affCtitFlat = defineSignal({
  name: 'aff_ctit_flat',
  description: 'Unusually many of the affiliate’s conversions come long after their click',
  cause: 'late_orders',
  changedIn: 7,
  weight: 0.45,
  thresholds: { z: [2.5, 5], unled: [0.2, 0.5] },
  needs: ['journey', 'traffic'],
  evaluate: ({ journey, traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s orders are not counted');
    const [late, unled] = [lateOrders(traffic, thresholds), unledOrders(traffic, thresholds)];
    if (unled === undefined) return notAvailable('too few orders to compare');
    if (!paceOfJourney(journey).isSlow) return absent('The order came soon after its click');
    return late === undefined || unled.value > late.value ? unled : late;
  },
});
