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

const withEvents = (
  payout: Payout,
  ...events: ((data: PayoutSnapshot) => DomainEvent)[]
): Decision => ({
  payout,
  events: events.map((event) => event(snapshotOf(payout))),
});

function requireStep(payout: Payout, ...allowed: readonly Step[]): void {
  if (allowed.includes(payout.step)) return;
  throw conflict('payout_in_another_state', {
    message: `The payout is ${payout.step}`,
    details: { payout_id: payout.id },
  });
}

/** An attempt begins without the results of the one before it. */
const notSubmitted = {
  failureReason: null,
  failureIsTemporary: false,
  transactionId: null,
  batchId: null,
  itemId: null,
  submittedAt: null,
  completedAt: null,
} as const;

/** The amount is reserved: the payout is submitted, or held for review where there are reasons. */
export function decideReserved(
  payout: Payout,
  items: readonly PayoutItem[],
  holdReasons: readonly HoldReason[],
): Decision {
  requireStep(payout, 'reserving', 'retrying');
  const reserved = { ...payout, ...notSubmitted, items };
  if (holdReasons.length === 0) {
    return withEvents({ ...reserved, step: 'submitting' }, paymentInitiated);
  }
  // Submitted alone after the review, because its group does not wait for it.
  const held: Payout = { ...reserved, holdReasons, groupKey: null, step: 'held' };
  const reasons = holdReasons.map(({ code, explanation }) => ({ code, explanation }));
  return { payout: held, events: [payoutHeld({ ...snapshotOf(held), reasons })] };
}

/**
 * A scheduled payout's amount exceeds the balance, which decreased: it takes what is available, or is abandoned where
 * that is below the minimum.
 */
export function decideReduceAmount(
  payout: Payout,
  available: { readonly amountMinor: number; readonly feeMinor: number } | undefined,
): Decision {
  requireStep(payout, 'reserving');
  return available === undefined ? decideAbandon(payout) : withEvents({ ...payout, ...available });
}

/** Submits a payout alone, because the provider refused its group or this payout delays the others. */
export function decideLeaveGroup(payout: Payout): Decision {
  requireStep(payout, 'reserving', 'submitting');
  return withEvents({ ...payout, groupKey: null });
}

/** The ledger's refusals of a payout's own commissions, and whether a later retry may succeed. */
const commissionRefusals: ReadonlyMap<string, boolean> = new Map([
  ['commission_in_another_payout', true],
  ['commission_already_paid', false],
  ['commission_held', true],
  ['commission_not_approved', false],
  ['commission_not_found', false],
  ['amount_mismatch', false],
]);

/**
 * The reserve was refused or its result is unknown: whatever is reserved will be released. Publishes no event, because
 * the caller gets an error.
 * @param refusal the ledger's error code, where it refused; then nothing is reserved
 */
export function decideAbandon(payout: Payout, refusal?: string): Decision {
  requireStep(payout, 'reserving', 'retrying');
  if (payout.step === 'reserving') {
    return withEvents({ ...payout, failureReason: refusal ?? null, step: 'voiding' });
  }
  // The retried payout is failed as before, unless its commissions cannot be paid any more.
  return withEvents({ ...payout, ...failureFrom(refusal), step: 'withdrawing' });
}

function failureFrom(refusal = ''): Partial<Payout> {
  const failureIsTemporary = commissionRefusals.get(refusal);
  return failureIsTemporary === undefined ? {} : { failureReason: refusal, failureIsTemporary };
}

/**
 * An administrator releases a held payout for payment.
 * @param isSuspended whether the affiliate's account is suspended
 * @throws invalid `payment_method_not_verified` where its account may not be paid to any more; conflict
 *   `account_suspended`
 */
export function decideReleaseHold(
  payout: Payout,
  account: PayoutAccount,
  isSuspended: boolean,
): Decision {
  requireStep(payout, 'held');
  if (isSuspended) {
    throw conflict('account_suspended', {
      message: 'The affiliate’s account is suspended; reinstate it first',
    });
  }
  requirePayable(account);
  return withEvents({ ...payout, step: 'submitting' }, paymentInitiated);
}

/** An administrator refuses a held payout. */
export function decideRefuseHold(payout: Payout): Decision {
  requireStep(payout, 'held');
  return withEvents({ ...payout, failureReason: 'refused_by_review', step: 'refusing' });
}

/** The payout is paid and settled, and has an invoice. */
export function decideSettled(payout: Payout, invoiceNumber: number): Decision {
  requireStep(payout, 'settling');
  const step = payout.isReversed ? 'restoring' : 'completed';
  return withEvents({ ...payout, invoiceNumber, step }, paymentCompleted, payoutCompleted);
}

/**
 * The amount that the provider took back is available again, and a credit note cancels the invoice.
 * @param creditNoteNumber null where there was no invoice
 */
export function decideRestored(payout: Payout, creditNoteNumber: number | null): Decision {
  requireStep(payout, 'restoring');
  const failure = { failureReason: 'reversed_by_provider', failureIsTemporary: false };
  return withEvents({ ...payout, ...failure, creditNoteNumber, step: 'reversed' }, paymentRefunded);
}

/** The ledger has released the amount. */
export function decideReleased(payout: Payout): Decision {
  switch (payout.step) {
    case 'releasing':
      return withEvents({ ...payout, step: 'failed' }, paymentFailed, payoutFailed);
    case 'refusing':
      // No payment was initiated, so none failed.
      return withEvents({ ...payout, step: 'failed' }, payoutFailed);
    case 'voiding':
      return withEvents({ ...payout, step: 'void' });
    case 'withdrawing':
      // No provider got this retry, so it does not count and its key stays unused.
      return withEvents({ ...payout, step: 'failed', retryCount: payout.retryCount - 1 });
    default:
      // Released once more after a late reserve.
      requireStep(payout, 'void', 'failed');
      return withEvents(payout);
  }
}

/**
 * Retries a failed payout: its amount is reserved again, from its own commissions where it has any.
 * @throws conflict `payout_cannot_be_retried`; invalid `payment_method_not_verified`
 */
export function decideRetry(payout: Payout, account: PayoutAccount): Decision {
  if (!canRetry(payout)) {
    throw conflict('payout_cannot_be_retried', {
      message:
        'Only a payout that failed for a temporary reason can be retried, at most three times',
    });
  }
  requirePayable(account);
  const retryCount = payout.retryCount + 1;
  const reserveAttempt = payout.reserveAttempt + 1;
  // Submitted alone, even where its first attempt was in a group.
  return withEvents({ ...payout, groupKey: null, reserveAttempt, step: 'retrying', retryCount });
}
