import { notAvailable, ramp } from '../finding.ts';
import { type LinkedReviews } from '../linked-accounts.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const USUAL_SHARE = 0.05;

const ofLinked = ({ accounts, by, reviewed, fraud }: LinkedReviews): string =>
  `${fraud} of ${reviewed} by other accounts (${accounts}) with the same ${by.join(' and ')}`;

/**
 * The share of orders that brands found to be fraud, shrunk towards the usual one, with those of the owner's other accounts:
 * so that who was found out does not begin anew. Never flags alone.
 */
export const affiliateHistory = defineSignal({
  name: 'affiliate_history',
  description:
    'Many earlier conversions of the affiliate, or of its owner’s other accounts, were fraud, as their brands found',
  cause: 'account',
  changedIn: 8,
  weight: 0.45,
  thresholds: { share: [0.2, 0.5] },
  needs: ['order', 'reviews'],
  evaluate: ({ order, reviews }, { share }) => {
    const { linked } = reviews;
    const reviewed = reviews.reviewed + (linked?.reviewed ?? 0);
    const fraud = reviews.fraud + (linked?.fraud ?? 0);
    if (order.affiliateId === null || reviewed === 0) {
      return notAvailable('no decided orders of the affiliate');
    }
    const found = `${fraud} of the affiliate’s ${reviewed} decided orders of the last 90 days were fraud`;
    return {
      value: ramp(shrunkShare(fraud, reviewed, USUAL_SHARE), share),
      evidence: linked === undefined ? found : `${found}, ${ofLinked(linked)}`,
    };
  },
});
