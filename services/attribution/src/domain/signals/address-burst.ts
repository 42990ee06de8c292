import { isPublicAddress } from '@tributary/networks/addresses';
import { HOUR_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { isWithin } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

/**
 * Several customers of an affiliate at one address, with one browser and within an hour: stolen cards that are tried.
 * Never flags alone.
 */
export const addressBurst = defineSignal({
  name: 'address_burst',
  description: 'Several customers ordered from one address within an hour',
  cause: 'burst',
  changedIn: 7,
  weight: 0.35,
  thresholds: { customers: [1, 4] },
  needs: ['order', 'ordersFromAddress'],
  evaluate: ({ order, ordersFromAddress }, thresholds) => {
    if (!isPublicAddress(order.ip)) return notAvailable('the order’s address is not known');
    const others = ordersFromAddress
      .filter(
        (other) =>
          other.ip === order.ip &&
          other.userAgent === order.userAgent &&
          isWithin(other, order, HOUR_MS),
      )
      .map(({ customer, conversionId }) => customer ?? conversionId)
      .filter((customer) => customer !== order.customer);
    const count = new Set(others).size;
    return {
      value: ramp(count, thresholds.customers),
      evidence: `${count} other customers of this affiliate with the same address and browser within an hour`,
    };
  },
});
