import { commissionApproved } from '@tributary/contracts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import {
  AFFILIATE_SUSPENDED,
  type Commission,
  commissionSnapshotOf,
  FRAUD_REVIEW,
} from './commission.ts';
import { affiliateAccount, ledgerTransaction } from './ledger.ts';
import { mustBeJudged } from './second-verdict.ts';

/** Holds the pending commissions of a suspended affiliate, whatever their time, until the reinstatement. */
export const decideSuspendedHolds = (commissions: readonly Commission[]): Changes => ({
  ...noChanges,
  changed: commissions
    .filter(({ status, holdReason }) => status === 'pending' && holdReason !== FRAUD_REVIEW)
    .map((commission) => ({ ...commission, holdReason: AFFILIATE_SUSPENDED })),
});

/**
 * Approves a pending commission whose hold has ended; any other stays as it is, and so does one that is held for a reason.
 * @param judgedSince where given, its order must have been judged again since then
 */
export function decideHoldEnd(
  commission: Commission,
  { now, newId }: Stamps,
  judgedSince?: Date,
): Changes {
  const { id, affiliateId, conversionId, currency, amountMinor, holdUntil, status } = commission;
  if (status !== 'pending' || (holdUntil !== null && holdUntil > now)) return noChanges;
  if ((commission.holdReason ?? null) !== null) return noChanges;
  if (judgedSince !== undefined && mustBeJudged(commission, judgedSince)) return noChanges;
  const approved: Commission = { ...commission, status: 'approved', approvedAt: now };
  const transactions = ledgerTransaction({
    id: newId(),
    kind: 'hold_ended',
    affiliateId,
    currency,
    cause: { conversionId, commissionId: id },
    at: now,
    postings: [
      {
        account: affiliateAccount(affiliateId, 'pending'),
        amountMinor: -amountMinor,
        commissionId: id,
      },
      {
        account: affiliateAccount(affiliateId, 'available'),
        amountMinor,
        commissionId: id,
      },
    ],
  });
  return {
    ...noChanges,
    changed: [approved],
    transactions,
    events: [commissionApproved(commissionSnapshotOf(approved))],
  };
}
