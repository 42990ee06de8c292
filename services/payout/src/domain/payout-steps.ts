import {
  type DomainEvent,
  paymentCompleted,
  paymentFailed,
  paymentInitiated,
  paymentRefunded,
  payoutCompleted,
  payoutFailed,
  payoutHeld,
  type PayoutSnapshot,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { type PayoutAccount, requirePayable } from './account.ts';
import { type HoldReason } from './hold.ts';
import { canRetry, type Payout, type PayoutItem, snapshotOf, type Step } from './payout.ts';

export interface Decision {
  readonly payout: Payout;
  readonly events: readonly DomainEvent[];
}

const moved = (payout: Payout, ...events: ((data: PayoutSnapshot) => DomainEvent)[]): Decision => ({
  payout,
  events: events.map((announce) => announce(snapshotOf(payout))),
});

function requireStep(payout: Payout, ...allowed: readonly Step[]): void {
  if (allowed.includes(payout.step)) return;
  throw conflict('payout_in_another_state', {
    message: `The payout is ${payout.step}`,
    details: { payout_id: payout.id },
  });
}

/** What a try begins with; the traces of the one before it are gone. */
const unsent = {
  failureReason: null,
  failureIsTemporary: false,
  transactionId: null,
  batchId: null,
  itemId: null,
  submittedAt: null,
  completedAt: null,
} as const;

/** The amount is set aside: the payout goes on, or waits for a look where there are reasons to. */
export function decideReserved(
  payout: Payout,
  items: readonly PayoutItem[],
  holdReasons: readonly HoldReason[],
): Decision {
  requireStep(payout, 'reserving', 'retrying');
  const reserved = { ...payout, ...unsent, items };
  if (holdReasons.length === 0) {
    return moved({ ...reserved, step: 'submitting' }, paymentInitiated);
  }
  // A group does not wait for it: once released it goes alone.
  const held: Payout = { ...reserved, holdReasons, groupKey: null, step: 'held' };
  const reasons = holdReasons.map(({ code, explanation }) => ({ code, explanation }));
  return { payout: held, events: [payoutHeld({ ...snapshotOf(held), reasons })] };
}

/**
 * A scheduled payout cannot have its amount any more, because the balance went down: it takes what there
 * is, or comes to nothing where that is below the minimum.
 */
export function decideReduceAmount(
  payout: Payout,
  available: { readonly amountMinor: number; readonly feeMinor: number } | undefined,
): Decision {
  requireStep(payout, 'reserving');
  return available === undefined ? decideAbandon(payout) : moved({ ...payout, ...available });
}

/**
 * The provider refused a group as a whole, so that each of it goes alone; or this one would keep the others of its
 * group waiting.
 */
export function decideLeaveGroup(payout: Payout): Decision {
  requireStep(payout, 'reserving', 'submitting');
  return moved({ ...payout, groupKey: null });
}

/** The ledger's refusals of commissions that a payout names, and whether a later try may find them free. */
const refusalsOfNamed: ReadonlyMap<string, boolean> = new Map([
  ['commission_in_another_payout', true],
  ['commission_already_paid', false],
  ['commission_not_approved', false],
  ['commission_not_found', false],
  ['amount_mismatch', false],
]);

/**
 * Nothing could be set aside, or nobody knows whether it was: whatever was, is to be released. Nobody is
 * told, because whoever asked gets an error.
 * @param refusal why not, where that is known
 */
export function decideAbandon(payout: Payout, refusal?: string): Decision {
  requireStep(payout, 'reserving', 'retrying');
  if (payout.step === 'reserving') return moved({ ...payout, step: 'voiding' });
  // A payout that had failed before is what it was, unless what it names cannot be paid any more.
  return moved({ ...payout, ...failureBy(refusal), step: 'withdrawing' });
}

function failureBy(refusal = ''): Partial<Payout> {
  const failureIsTemporary = refusalsOfNamed.get(refusal);
  return failureIsTemporary === undefined ? {} : { failureReason: refusal, failureIsTemporary };
}

/**
 * An administrator lets a held payout go on. @throws invalid `payment_method_not_verified` where its
 * account may not be paid to any more
 */
export function decideReleaseHold(payout: Payout, account: PayoutAccount): Decision {
  requireStep(payout, 'held');
  requirePayable(account);
  return moved({ ...payout, step: 'submitting' }, paymentInitiated);
}

/** An administrator refuses a held payout. */
export function decideRefuseHold(payout: Payout): Decision {
  requireStep(payout, 'held');
  return moved({ ...payout, failureReason: 'refused_by_review', step: 'refusing' });
}

/** The payout is paid and settled: it gets the next number of its affiliate's invoices. */
export function decideSettled(payout: Payout, invoiceNumber: number): Decision {
  requireStep(payout, 'settling');
  const step = payout.isReversed ? 'restoring' : 'completed';
  return moved({ ...payout, invoiceNumber, step }, paymentCompleted, payoutCompleted);
}

/**
 * What the provider took back is available again: a credit note takes the invoice back.
 * @param creditNoteNumber null where there was no invoice
 */
export function decideRestored(payout: Payout, creditNoteNumber: number | null): Decision {
  requireStep(payout, 'restoring');
  const failure = { failureReason: 'reversed_by_provider', failureIsTemporary: false };
  return moved({ ...payout, ...failure, creditNoteNumber, step: 'reversed' }, paymentRefunded);
}

/** The ledger has done what the step asked of it. */
export function decideBooked(payout: Payout): Decision {
  switch (payout.step) {
    case 'releasing':
      return moved({ ...payout, step: 'failed' }, paymentFailed, payoutFailed);
    case 'refusing':
      // No payment was begun.
      return moved({ ...payout, step: 'failed' }, payoutFailed);
    case 'voiding':
      return moved({ ...payout, step: 'void' });
    case 'withdrawing':
      // No provider heard of this try, so it does not count, and its key is free.
      return moved({ ...payout, step: 'failed', retryCount: payout.retryCount - 1 });
    default:
      // Released once more, because a reserve came late.
      requireStep(payout, 'void', 'failed');
      return moved(payout);
  }
}

/**
 * Another try of a failed payout: its amount is set aside anew, of the commissions that it names, where it
 * names any. @throws conflict `payout_cannot_be_retried`; invalid `payment_method_not_verified`
 */
export function decideRetry(payout: Payout, account: PayoutAccount): Decision {
  if (!canRetry(payout)) {
    throw conflict('payout_cannot_be_retried', {
      message: 'Only a payout that failed for a temporary reason can be tried again, three times',
    });
  }
  requirePayable(account);
  const retryCount = payout.retryCount + 1;
  // A try of its own, whatever it went with before.
  const reserveAttempt = payout.reserveAttempt + 1;
  const alone = { groupKey: null, reserveAttempt };
  return moved({ ...payout, ...alone, step: 'retrying', retryCount });
}
