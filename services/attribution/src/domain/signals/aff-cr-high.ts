import { MIN_ORDERS } from '../affiliate-traffic.ts';
import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { percent, wilsonLowerBound } from '../statistics.ts';

/**
 * Hardly any visitor leaves without an order: an account whose only customers are its own. Cashback sites and small
 * clubs come near. A rival can only lower it. Never flags alone.
 */
export const affCrHigh = defineSignal({
  name: 'aff_cr_high',
  description: 'Nearly all of the affiliate’s clicks lead to an order',
  cause: 'account',
  changedIn: 7,
  weight: 0.4,
  thresholds: { share: [0.4, 0.65] },
  needs: ['traffic'],
  evaluate: ({ traffic }, { share }) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { clicks, orders } = traffic.affiliate;
    if (orders < MIN_ORDERS || clicks === 0) return notAvailable('too few orders of the affiliate');
    return {
      value: ramp(wilsonLowerBound(orders, clicks), share),
      evidence: `${percent(Math.min(1, orders / clicks))} of the affiliate’s clicks led to an order`,
    };
  },
});
