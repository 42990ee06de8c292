import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const USUAL_SHARE = 0.03;

/** The share of refunded orders, shrunk towards the usual one. Never flags alone. */
export const affRefund = defineSignal({
  name: 'aff_refund',
  description: 'Many of the affiliate’s conversions were refunded or charged back',
  cause: 'account',
  changedIn: 7,
  weight: 0.48,
  thresholds: { share: [0.16, 0.32] },
  needs: ['refunds'],
  evaluate: ({ refunds: { orders, refunded } }, { share }) => {
    if (orders === 0) return notAvailable('no earlier orders of the affiliate');
    const shrunk = shrunkShare(Math.min(refunded, orders), orders, USUAL_SHARE);
    return {
      value: ramp(shrunk, share),
      evidence: `${refunded} of the affiliate’s ${orders} orders of the last 90 days were refunded or charged back`,
    };
  },
});
