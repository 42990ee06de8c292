import { DAY_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { earlierOrders, isWithin } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

const WINDOW_MS = 30 * DAY_MS;

export const emailVelocity = defineSignal({
  name: 'email_velocity',
  description: 'One e-mail address ordered unusually often',
  cause: 'customer',
  changedIn: 1,
  weight: 0.35,
  thresholds: { orders: [2, 5] },
  needs: ['conversion', 'order', 'ordersOfCustomer'],
  evaluate: ({ conversion, order, ordersOfCustomer }, thresholds) => {
    if (conversion.customerEmailHash === null) {
      return notAvailable('the order names no e-mail address');
    }
    const count = ordersOfCustomer.filter(
      (other) => other.customer === order.customer && isWithin(other, order, WINDOW_MS),
    ).length;
    return {
      value: ramp(count, thresholds.orders),
      evidence: `${earlierOrders(count)} with this e-mail address within 30 days`,
    };
  },
});
