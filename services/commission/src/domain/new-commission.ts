import {
  commissionApproved,
  commissionCreated,
  type DomainEvent,
  type ReviewedConversion,
} from '@tributary/contracts';
import { effectiveRate } from '@tributary/terms';
import { DAY_MS } from '@tributary/units';
import type { Stamps } from './changes.ts';
import { AFFILIATE_SUSPENDED, type Commission, commissionSnapshotOf } from './commission.ts';
import type { EarningBasis } from './earning-basis.ts';
import {
  affiliateAccount,
  brandAccount,
  ledgerTransaction,
  type LedgerTransaction,
} from './ledger.ts';
import { type FrozenTier, holdDaysOf } from './tier.ts';

/** What the hold of a new commission depends on. */
type Approval = Pick<ReviewedConversion, 'terms' | 'reviewedAt'>;

/** The terms of one affiliate's commission: the campaign's, changed by the affiliate's tier. */
export const termsOf = (basis: EarningBasis, affiliateId: string): Commission['terms'] => ({
  ...basis.terms,
  value: effectiveRate(basis, affiliateId),
  holdDays: holdDaysOf(basis.terms.holdDays, basis.tiers?.[affiliateId]),
});

/** Whether the commission begins on hold, and until when. */
export function holdOf(
  { terms, reviewedAt }: Approval,
  tier: FrozenTier | undefined,
  now: Date,
): Pick<Commission, 'status' | 'holdUntil' | 'approvedAt'> {
  const holdDays = holdDaysOf(terms.holdDays, tier);
  if (holdDays === 0) return { status: 'approved', holdUntil: null, approvedAt: now };
  const holdUntil = new Date(Date.parse(reviewedAt) + holdDays * DAY_MS);
  return { status: 'pending', holdUntil, approvedAt: null };
}

/** The hold of a suspended affiliate's commission: it ends after its days at the earliest. */
export const suspendedHoldOf = (
  { terms, reviewedAt }: Approval,
  tier: FrozenTier | undefined,
): Pick<Commission, 'status' | 'holdUntil' | 'holdReason' | 'approvedAt'> => ({
  status: 'pending',
  holdUntil: new Date(Date.parse(reviewedAt) + holdDaysOf(terms.holdDays, tier) * DAY_MS),
  holdReason: AFFILIATE_SUSPENDED,
  approvedAt: null,
});

/** The ledger transaction of a new commission or line. */
export const earnedTransaction = (
  commission: Commission,
  { now, newId }: Stamps,
): LedgerTransaction[] => {
  const { id, affiliateId, brandId, conversionId, currency, amountMinor, status } = commission;
  const { changeId } = commission;
  const home = affiliateAccount(affiliateId, status === 'pending' ? 'pending' : 'available');
  return ledgerTransaction({
    id: newId(),
    kind: changeId === undefined ? 'commission_earned' : 'attribution_changed',
    affiliateId,
    currency,
    cause: {
      conversionId,
      commissionId: id,
      ...(changeId === undefined ? {} : { adjustmentId: changeId, changeId }),
    },
    at: now,
    postings: [
      {
        account: brandAccount(brandId, affiliateId),
        amountMinor: -amountMinor,
        commissionId: id,
      },
      { account: home, amountMinor, commissionId: id },
    ],
  });
};

/** The events of a new commission or line. */
export function createdEvents(commission: Commission): DomainEvent[] {
  const snapshot = commissionSnapshotOf(commission);
  const created = commissionCreated(snapshot);
  return commission.status === 'approved' ? [created, commissionApproved(snapshot)] : [created];
}
