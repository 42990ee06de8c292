import { randomInt } from 'node:crypto';
import { isAppError, type AppError, invalid } from '@tributary/errors';
import { type Deps } from './deps.ts';
import { PLATFORM_MINIMUM_MINOR, type PayoutAccount } from './domain/account.ts';
import { feeOf } from './domain/fee.ts';
import { decideReserved, decideVoid, type Payout } from './domain/payout.ts';
import { dueNow } from './due.ts';
import { amountText } from './views.ts';

export interface Wish {
  readonly account: PayoutAccount;
  readonly kind: Payout['kind'];
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly description: string | null;
  readonly holdReasons: readonly string[];
}

/** The currency of payouts; minimums are in it. */
export const PAYOUT_CURRENCY = 'USD';
/** A payout whose maker died before its reserve was known is given up after this. */
export const ABANDONED_AFTER_MS = 30_000;

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** PO-YYYYMMDD-XXXXXX; the letters that look like digits are left out. */
function referenceNumber(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'A');
  return `PO-${day}-${random.join('')}`;
}

/** @throws invalid `below_minimum`: the larger of the platform's and the account's */
export function requireMinimum({ minimumPayoutMinor }: PayoutAccount, amountMinor: number): void {
  const minimum = Math.max(PLATFORM_MINIMUM_MINOR, minimumPayoutMinor);
  if (amountMinor >= minimum) return;
  throw invalid('below_minimum', {
    message: `The amount is below the minimum of ${amountText(minimum, PAYOUT_CURRENCY)}`,
  });
}

/**
 * Makes a payout and sets its amount aside, while the caller waits. What the ledger refuses leaves
 * nothing behind; where nobody knows whether it was set aside, it is released again, because the
 * caller is told that it failed.
 */
export async function makePayout(deps: Deps, wish: Wish): Promise<Payout> {
  const payout = await deps.transaction(async ({ payouts }) => {
    const now = deps.clock.now();
    const made = payoutOf(deps, wish, now);
    await payouts.insert(made, new Date(now.getTime() + ABANDONED_AFTER_MS));
    return made;
  });
  return reserve(deps, payout, wish.holdReasons);
}

/** Sets a payout's amount aside; for one that was just made, or is tried again. */
export async function reserve(
  deps: Deps,
  payout: Payout,
  reasons: readonly string[],
): Promise<Payout> {
  try {
    const items = await deps.ledger.reserve(payout);
    return await deps.transaction(async ({ payouts, outbox }) => {
      const loaded = await payouts.load(payout.id);
      if (loaded?.payout.step !== 'reserving') return loaded?.payout ?? payout;
      const decided = decideReserved(loaded.payout, items, reasons);
      const dueAt = decided.payout.step === 'held' ? null : dueNow(deps);
      await payouts.save(decided.payout, loaded.version, dueAt);
      await outbox.add(...decided.events);
      return decided.payout;
    });
  } catch (error) {
    if (isAppError(error)) await giveUp(deps, payout, error);
    throw error;
  }
}

/** Lets the worker release whatever may have been set aside. A failure here is the worker's as well. */
async function giveUp(deps: Deps, { id }: Payout, cause: AppError): Promise<void> {
  deps.log.info({ payout_id: id, code: cause.code }, 'payout not made');
  await deps
    .transaction(async ({ payouts, outbox }) => {
      const loaded = await payouts.load(id);
      if (loaded?.payout.step !== 'reserving') return;
      const decided = decideVoid(loaded.payout);
      await payouts.save(decided.payout, loaded.version, dueNow(deps));
      await outbox.add(...decided.events);
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, payout_id: id }, 'the abandoned payout is left to the worker');
    });
}

function payoutOf(deps: Deps, wish: Wish, now: Date): Payout {
  const { account, kind, amountMinor, commissionIds, description } = wish;
  const { provider } = account;
  return {
    id: deps.newId(),
    affiliateId: account.affiliateId,
    accountId: account.id,
    provider,
    destination: account.destination,
    kind,
    step: 'reserving',
    amountMinor,
    feeMinor: feeOf(amountMinor, PAYOUT_CURRENCY, deps.fees[provider]),
    currency: PAYOUT_CURRENCY,
    commissionIds,
    items: [],
    referenceNumber: referenceNumber(now),
    description,
    retryCount: 0,
    transactionId: null,
    batchId: null,
    failureReason: null,
    failureIsTemporary: false,
    isReversed: false,
    holdReasons: [],
    requestedAt: now,
    submittedAt: null,
    completedAt: null,
  };
}
