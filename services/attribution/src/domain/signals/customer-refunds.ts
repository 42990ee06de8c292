import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';

/** Most of a customer's orders were taken back, again and again: friends of the affiliate who send everything back. */
export const customerRefunds = defineSignal({
  name: 'customer_refunds',
  description: 'The customer sent most orders through the affiliate back',
  cause: 'returns',
  changedIn: 7,
  weight: 0.6,
  thresholds: { refunded: [0, 3] },
  needs: ['hindsight'],
  evaluate: ({ hindsight }, thresholds) => {
    if (hindsight === null) return notAvailable('refunds come after the order');
    const { orders, refunded } = hindsight.ofCustomer;
    if (orders === 0) return notAvailable('the customer ordered once');
    return {
      value: refunded * 2 < orders ? 0 : ramp(refunded, thresholds.refunded),
      evidence: `${refunded} of ${orders} other orders of the customer through the affiliate were refunded or charged back`,
    };
  },
});
