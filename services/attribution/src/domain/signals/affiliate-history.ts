import { notAvailable } from '../finding.ts';
import { findOwnerRecord, FRAUD_SHARE } from '../owner-record.ts';
import { defineSignal } from '../signal.ts';

/**
 * The share of orders that brands found to be fraud, with those of the owner's other accounts, so that who was found out
 * does not begin anew. Never flags alone.
 */
export const affiliateHistory = defineSignal({
  name: 'affiliate_history',
  description:
    'Many earlier conversions of the affiliate, or of its owner’s other accounts, were fraud, as their brands found',
  cause: 'account',
  changedIn: 9,
  weight: 0.45,
  thresholds: { share: [FRAUD_SHARE.from, FRAUD_SHARE.to] },
  needs: ['order', 'reviews'],
  evaluate: ({ order, reviews }, { share }) =>
    order.affiliateId === null
      ? notAvailable('no decided orders of the affiliate')
      : findOwnerRecord(reviews, share),
});
