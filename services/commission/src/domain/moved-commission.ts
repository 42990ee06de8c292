import { paidEvents } from './adjustment.ts';
import { recordMove } from './amount-move.ts';
import { type Changes, noChanges, type Stamps } from './changes.ts';
import {
  type Commission,
  debtMinor,
  isLive,
  settledMinor,
  settleStatus,
  withClawedBack,
} from './commission.ts';
import type { UnchangedAmounts } from './earned-conversion.ts';

/** Why a commission moves, and under which id. */
export interface Journal {
  readonly changeId: string;
  /** The change's id, or the undo's. */
  readonly id: string;
  readonly creditMove: 'applied' | 'undone';
}

/** A commission before and after, with what the ledger books for it. */
export interface MovedCommission {
  readonly before: Commission;
  readonly after: Commission;
  readonly changes: Changes;
}

/** Takes off first what is neither paid nor reserved; the rest is owed back. */
export function lower(
  commission: Commission,
  takenMinor: number,
  journal: Journal,
  stamps: Stamps,
): MovedCommission {
  const entitledMinor = commission.entitledMinor - takenMinor;
  const amountMinor = Math.max(entitledMinor, settledMinor(commission));
  const clawedBackMinor = takenMinor - (commission.amountMinor - amountMinor);
  const lowered = withClawedBack(
    { ...commission, entitledMinor, amountMinor },
    debtMinor(commission) + clawedBackMinor,
  );
  return moveTo(commission, lowered, journal, stamps);
}

/** A commission as it would be without the change; a line of the change is cancelled. */
export function restore(
  commission: Commission,
  unchanged: UnchangedAmounts | undefined,
  journal: Journal,
  stamps: Stamps,
): readonly MovedCommission[] {
  if (!isLive(commission)) return [];
  if (unchanged === undefined) {
    if (commission.changeId !== journal.changeId) return [];
    const over = { status: 'cancelled' as const, entitledMinor: 0, amountMinor: 0 };
    const cancelled = { ...commission, ...over, cancelledAt: stamps.now };
    return [moveTo(commission, cancelled, journal, stamps)];
  }
  const { entitledMinor } = unchanged;
  const paidAbove = Math.max(0, settledMinor(commission) - entitledMinor);
  const restored = withClawedBack(
    {
      ...commission,
      entitledMinor,
      amountMinor: Math.max(entitledMinor, settledMinor(commission)),
    },
    Math.min(unchanged.clawedBackMinor, paidAbove),
  );
  const isSame =
    entitledMinor === commission.entitledMinor && debtMinor(restored) === debtMinor(commission);
  return isSame ? [] : [moveTo(commission, restored, journal, stamps)];
}

function moveTo(
  before: Commission,
  amounts: Commission,
  { changeId, id, creditMove }: Journal,
  stamps: Stamps,
): MovedCommission {
  const creditRevision = (before.creditRevision ?? 0) + 1;
  const after = settleStatus({ ...amounts, lastChangeId: changeId, creditRevision }, stamps.now);
  const reason = 'partial_refund' as const;
  const adjustment = { id, reason, whole: false, changeId, creditMove };
  const { transactions, events } = recordMove({ before, after, adjustment }, stamps);
  const changes = {
    ...noChanges,
    changed: [after],
    transactions,
    events: [...events, ...paidEvents(before, after)],
  };
  return { before, after, changes };
}
