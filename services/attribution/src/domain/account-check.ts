import { type AccountCheck, type FraudFactor } from '@tributary/contracts';
import { type AccountGroup, GROUP_SIZE, GROUP_WEIGHT } from './account-group.ts';
import { type ReviewHistory } from './evidence.ts';
import { absent, type Finding, notAvailable, present, ramp } from './finding.ts';
import { scoreOf, type WeightedFinding } from './fraud-score.ts';
import { findOwnerRecord, FRAUD_SHARE } from './owner-record.ts';
import { REVIEW_THRESHOLD } from './scoring-settings.ts';

/** What is known of an affiliate's account and of those that it shares something with. */
export interface KnownAccount {
  /** Reviews of its orders by all brands, and of those of its owner's other accounts. */
  readonly reviews: ReviewHistory;
  /** Other accounts that signed in from one of its addresses. */
  readonly onSameLine: number;
  /** Whether it signs in by data centres, VPNs or Tor alone; null where no address is known. */
  readonly isAnonymous: boolean | null;
  /** The group of the brand's affiliates that it belongs to. */
  readonly group: AccountGroup | null;
}

/** A household or an office has one line: less than one mailbox. */
const SAME_LINE = 0.5;

/** The probability that each factor alone reaches. That one person has two accounts is no fraud, nor is a VPN. */
const weights = {
  account_group: GROUP_WEIGHT,
  anonymous_sign_in: 0.15,
  owner_record: 0.9,
  same_owner: 0.35,
} as const;

const others = (count: number): string =>
  count === 1 ? 'Another account has' : `${count} other accounts have`;

function findSameOwner({ reviews: { linked }, onSameLine }: KnownAccount): Finding {
  if (linked !== undefined) {
    return present(`${others(linked.accounts)} the same ${linked.by.join(' and ')}`);
  }
  return onSameLine === 0
    ? absent('No other account has the same mailbox, payout destination or address')
    : { value: SAME_LINE, evidence: `${others(onSameLine)} signed in from the same address` };
}

function findAnonymity({ isAnonymous }: KnownAccount): Finding {
  if (isAnonymous === null) return notAvailable('no address of a sign-in is known');
  return isAnonymous
    ? present('All its sign-ins came from data centres, VPNs or Tor')
    : absent('It signed in from an address that no list names');
}

function findGroup({ group }: KnownAccount): Finding {
  if (group === null) return absent('Its orders share little with those of other accounts');
  const { length } = group.accounts;
  return {
    value: ramp(length, GROUP_SIZE),
    evidence: `It is one of ${length} accounts of the brand that are connected by what they share`,
  };
}

/** Compares an account with others: whose it may be, and what became of its owner. The factors add up to the score. */
export function checkAccount(
  known: KnownAccount,
): Pick<AccountCheck, 'score' | 'requiresReview' | 'factors'> {
  const findings: Record<keyof typeof weights, Finding> = {
    account_group: findGroup(known),
    anonymous_sign_in: findAnonymity(known),
    owner_record: findOwnerRecord(known.reviews, FRAUD_SHARE),
    same_owner: findSameOwner(known),
  };
  const weighted = Object.entries(weights).map(([factor, weight]): WeightedFinding => ({
    factor,
    weight,
    ...findings[factor as keyof typeof weights],
  }));
  const { fraudScore: score, factors } = scoreOf(weighted);
  return { score, requiresReview: score > REVIEW_THRESHOLD, factors: [...factors] };
}

/** What a check found, as a case states it. */
export const evidenceOfCheck = (
  factors: readonly FraudFactor[],
): Pick<FraudFactor, 'factor' | 'evidence'>[] =>
  factors
    .filter(({ contribution }) => contribution > 0)
    .map(({ factor, evidence }) => ({ factor, evidence }));
