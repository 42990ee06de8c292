import { isPublicAddress } from '@tributary/networks/addresses';
import { DAY_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { isWithin } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

const WINDOW_MS = 7 * DAY_MS;

/** Other customers of the affiliate at the address. Never flags alone: offices and families share one. */
export const ipVelocity = defineSignal({
  name: 'ip_velocity',
  description: 'Many customers ordered from one address',
  cause: 'address',
  changedIn: 7,
  weight: 0.45,
  thresholds: { customers: [1, 4] },
  needs: ['order', 'ordersFromAddress'],
  evaluate: ({ order, ordersFromAddress }, thresholds) => {
    if (order.ip === null) return notAvailable('the address is not known');
    if (!isPublicAddress(order.ip)) {
      return notAvailable('the address is a private network’s, which many visitors share');
    }
    const ofOthers = ordersFromAddress.filter(
      (other) =>
        other.ip === order.ip &&
        other.affiliateId === order.affiliateId &&
        (other.customer === null || other.customer !== order.customer) &&
        isWithin(other, order, WINDOW_MS),
    );
    // An order without a customer counts as a customer of its own.
    const customers = ofOthers.map(({ customer, conversionId }) => customer ?? conversionId);
    const count = new Set(customers).size;
    return {
      value: ramp(count, thresholds.customers),
      evidence: `${count} other customers of this affiliate from the same address within 7 days`,
    };
  },
});
