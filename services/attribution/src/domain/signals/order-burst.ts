import { MINUTE_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { earlierOrders, isBefore, isWithin } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** One customer's orders in a row. Two are usual (something was forgotten); the third is flagged. */
export const orderBurst = defineSignal({
  name: 'order_burst',
  description: 'One customer placed several orders within minutes',
  cause: 'customer',
  changedIn: 1,
  weight: 0.6,
  thresholds: { orders: [1, 2] },
  needs: ['order', 'ordersOfCustomer'],
  evaluate: ({ order, ordersOfCustomer }, thresholds) => {
    if (order.customer === null) return notAvailable('the order names no customer');
    const count = ordersOfCustomer.filter(
      (other) =>
        other.customer === order.customer &&
        (other.ip === order.ip || other.ip === null || order.ip === null) &&
        isBefore(other, order) &&
        isWithin(other, order, WINDOW_MS),
    ).length;
    return {
      value: ramp(count, thresholds.orders),
      evidence: `${earlierOrders(count)} of this customer from the same address within 15 minutes`,
    };
  },
});
