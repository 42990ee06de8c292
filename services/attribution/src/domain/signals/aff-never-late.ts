import { MIN_ORDERS, othersOf } from '../affiliate-traffic.ts';
import { absent, notAvailable, ramp } from '../finding.ts';
import { isShared } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';
import { percent } from '../statistics.ts';

/** What is sold within fewer days leaves nobody the time to come back later. */
const MIN_DAYS = 5;

/**
 * Nobody takes a day to decide: of people some always do, of those who order for the commission none. It speaks of orders
 * from shared or listed addresses only, and never flags alone.
 */
export const affNeverLate = defineSignal({
  name: 'aff_never_late',
  description: 'None of the affiliate’s customers comes back the next day to order',
  cause: 'account',
  changedIn: 7,
  weight: 0.4,
  thresholds: { z: [1.5, 2.5], ratio: [0.12, 0.03] },
  needs: ['hindsight', 'order', 'ordersFromAddress', 'ordersOnDevice', 'reuse', 'traffic'],
  evaluate: (evidence, thresholds) => {
    const { hindsight, order, ordersFromAddress, ordersOnDevice, reuse, traffic } = evidence;
    if (hindsight === null) return notAvailable('orders are compared when more of them are known');
    if (traffic === null) return notAvailable('the affiliate’s orders are not counted');
    const others = othersOf(traffic);
    const { orders, lateOrders } = traffic.affiliate;
    if (orders < MIN_ORDERS || others.orders < MIN_ORDERS || reuse.days < MIN_DAYS) {
      return notAvailable('too few orders or days to compare');
    }
    if (!hindsight.isListed && !isShared(order, [...ordersFromAddress, ...ordersOnDevice])) {
      return absent('Nobody else ordered from the address or with the device');
    }
    const usual = (others.lateOrders + 1) / (others.orders + 2);
    const expected = orders * usual;
    const z = (expected - lateOrders) / Math.sqrt(expected * (1 - usual));
    return {
      value: Math.min(ramp(z, thresholds.z), ramp(lateOrders / expected, thresholds.ratio)),
      evidence: `${lateOrders} of the affiliate’s ${orders} orders came more than 24 hours after the click, of the campaign’s others ${percent(usual)}`,
    };
  },
});
