import { type ReviewHistory } from './evidence.ts';
import { type Finding, notAvailable, present, type Ramp, ramp } from './finding.ts';
import { type LinkedReviews } from './linked-accounts.ts';
import { shrunkShare } from './statistics.ts';

const USUAL_SHARE = 0.05;
/** From which share of fraud on an owner is suspicious, and from which certainly so. */
export const FRAUD_SHARE: Ramp = { from: 0.2, to: 0.5 };

const ofLinked = ({ accounts, by, reviewed, fraud }: LinkedReviews): string =>
  `${fraud} of ${reviewed} by other accounts (${accounts}) with the same ${by.join(' and ')}`;

function ofSuspended({ suspended, accounts, by }: LinkedReviews): string {
  const shared = `with the same ${by.join(' and ')}`;
  return accounts === 1
    ? `Another account ${shared} is suspended`
    : `${suspended} of ${accounts} other accounts ${shared} are suspended`;
}

/**
 * What became of the owner of an account: the share of orders that brands found to be fraud, shrunk towards the usual one,
 * with those of the owner's other accounts, and whether one of these is suspended.
 */
export function findOwnerRecord({ linked, ...own }: ReviewHistory, share: Ramp): Finding {
  if (linked !== undefined && linked.suspended > 0) return present(ofSuspended(linked));
  const reviewed = own.reviewed + (linked?.reviewed ?? 0);
  const fraud = own.fraud + (linked?.fraud ?? 0);
  if (reviewed === 0) return notAvailable('no decided orders of the affiliate');
  const found = `${fraud} of the affiliate’s ${reviewed} decided orders of the last 90 days were fraud`;
  return {
    value: ramp(shrunkShare(fraud, reviewed, USUAL_SHARE), share),
    evidence: linked === undefined ? found : `${found}, ${ofLinked(linked)}`,
  };
}
