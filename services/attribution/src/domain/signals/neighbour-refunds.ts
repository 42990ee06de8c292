import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const USUAL_SHARE = 0.03;

/** Orders of the same people were taken back: stolen cards, or returns that were meant from the beginning. */
export const neighbourRefunds = defineSignal({
  name: 'neighbour_refunds',
  description: 'Orders of the affiliate that share a customer, device or line were taken back',
  cause: 'returns',
  changedIn: 7,
  weight: 0.48,
  thresholds: { share: [0.16, 0.35] },
  needs: ['hindsight'],
  evaluate: ({ hindsight }, { share }) => {
    if (hindsight === null) return notAvailable('refunds come after the order');
    const { orders, refunded } = hindsight.neighbours;
    if (orders === 0) return notAvailable('no other order shares a customer, device or line');
    return {
      value: ramp(shrunkShare(refunded, orders, USUAL_SHARE), share),
      evidence: `${refunded} of ${orders} orders of the affiliate with the same customer, device or line were refunded or charged back`,
    };
  },
});
