import {
  type CommissionAdjustment,
  commissionAdjusted,
  type CommissionSnapshot,
  type DomainEvent,
} from '@tributary/contracts';
import type { Stamps } from './changes.ts';
import {
  type Commission,
  commissionSnapshotOf,
  debtMinor,
  isLive,
  owedMinor,
  settledMinor,
} from './commission.ts';
import {
  affiliateAccount,
  brandAccount,
  type LedgerKind,
  ledgerTransaction,
  type LedgerTransaction,
  type Posting,
} from './ledger.ts';

/** A commission before and after a decision that changed its amount, and why. */
interface AmountMove {
  readonly before: Commission;
  readonly after: Commission;
  readonly adjustment: {
    readonly id: string;
    readonly reason: CommissionAdjustment['reason'];
    readonly whole: boolean;
    /** The attribution change that is applied or undone. */
    readonly changeId?: string;
    readonly creditMove?: CommissionAdjustment['creditMove'];
    /** Why the brand refused it. */
    readonly refusedAs?: CommissionAdjustment['refusedAs'];
  };
}

const kindOf = ({ changeId, whole }: AmountMove['adjustment']): LedgerKind => {
  if (changeId !== undefined) return 'attribution_changed';
  return whole ? 'commission_reversed' : 'commission_reduced';
};

/** The part that is pending or available. */
const unsettledMinor = (commission: Commission): number =>
  isLive(commission) ? commission.amountMinor - settledMinor(commission) : 0;

function moveTransaction(move: AmountMove, { now, newId }: Stamps): LedgerTransaction[] {
  const { before, after, adjustment } = move;
  const { id: commissionId, affiliateId, brandId, conversionId, currency } = before;
  const { changeId } = adjustment;
  const home = before.status === 'pending' ? 'pending' : 'available';
  const posting = (account: string, amountMinor: number): Posting => ({
    account,
    amountMinor,
    commissionId,
  });
  return ledgerTransaction({
    id: newId(),
    kind: kindOf(adjustment),
    affiliateId,
    currency,
    cause: {
      conversionId,
      commissionId,
      adjustmentId: adjustment.id,
      ...(changeId === undefined ? {} : { changeId }),
    },
    at: now,
    postings: [
      posting(affiliateAccount(affiliateId, home), unsettledMinor(after) - unsettledMinor(before)),
      posting(affiliateAccount(affiliateId, 'debt'), debtMinor(before) - debtMinor(after)),
      posting(brandAccount(brandId, affiliateId), owedMinor(before) - owedMinor(after)),
    ],
  });
}

/** The ledger transaction and the event of a commission whose amount changed; paid and reserved parts stay. */
export const recordMove = (move: AmountMove, stamps: Stamps) => ({
  transactions: moveTransaction(move, stamps),
  events: [adjustedEvent(move)],
});

/** The event of a commission whose amount changed. */
export function adjustedEvent(move: AmountMove): DomainEvent<CommissionSnapshot> {
  const { before, after, adjustment } = move;
  return commissionAdjusted({
    ...commissionSnapshotOf(after),
    reason: adjustment.reason,
    ...(adjustment.creditMove === undefined ? {} : { creditMove: adjustment.creditMove }),
    ...(adjustment.refusedAs === undefined ? {} : { refusedAs: adjustment.refusedAs }),
    adjustmentId: adjustment.id,
    // Adding 0 turns -0 into 0.
    changeMinor: owedMinor(after) - owedMinor(before) + 0,
    clawedBackMinor: debtMinor(after) - debtMinor(before) + 0,
  });
}
