import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const USUAL_SHARE = 0.05;

/** The share of orders that brands found to be fraud, shrunk towards the usual one. Never flags alone. */
export const affiliateHistory = defineSignal({
  name: 'affiliate_history',
  description: 'Many of the affiliate’s earlier conversions were fraud, as their brands found',
  cause: 'account',
  changedIn: 8,
  weight: 0.45,
  thresholds: { share: [0.2, 0.5] },
  needs: ['order', 'reviews'],
  evaluate: ({ order, reviews: { reviewed, fraud } }, { share }) => {
    if (order.affiliateId === null || reviewed === 0) {
      return notAvailable('no decided orders of the affiliate');
    }
    return {
      value: ramp(shrunkShare(fraud, reviewed, USUAL_SHARE), share),
      evidence: `${fraud} of the affiliate’s ${reviewed} decided orders of the last 90 days were fraud`,
    };
  },
});
