import { randomInt } from 'node:crypto';
import { type AppError, invalid, isAppError, unavailable } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { minimumOf, type PayoutAccount, requirePayable } from '../domain/account.ts';
import { feeOf } from '../domain/fee.ts';
import { type HoldReason, holdReasons, scheduledHoldReasons } from '../domain/hold.ts';
import { isGivenUp, type Payout, type PayoutItem } from '../domain/payout.ts';
import { decideGiveUp, decideReserved } from '../domain/payout-steps.ts';
import { dueAfter, dueNow } from '../domain/due.ts';
import { amountText } from '../views/payout-view.ts';

export interface Wish {
  readonly account: PayoutAccount;
  readonly kind: Payout['kind'];
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly description: string | null;
}

/** The currency of payouts. */
export const PAYOUT_CURRENCY = 'USD';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** PO-YYYYMMDD-XXXXXX; the letters that look like digits are left out. */
function referenceNumber(now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)] ?? 'A');
  return `PO-${day}-${random.join('')}`;
}

/** @throws invalid `below_minimum`: the larger of the platform's and the account's */
export function requireMinimum(account: PayoutAccount, amountMinor: number): void {
  const minimum = minimumOf(account);
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
  for (;;) {
    const made = await deps.transaction(async ({ payouts }) => {
      const now = deps.clock.now();
      const payout = payoutOf(deps, wish, now);
      await payouts.insert(payout, new Date(now.getTime() + deps.abandonedMs));
      return payout;
    });
    // Under an Idempotency-Key that came before, this is the payout of then: one that was given up
    // gives way to another.
    const payout = (await deps.payouts.load(made.id))?.payout ?? made;
    if (payout.step === 'reserving') return reserve(deps, payout);
    if (!isGivenUp(payout)) return payout;
  }
}

/**
 * Sets a payout's amount aside; for one that was just made, or is tried again. It is held, or refused, by
 * how things stand when it goes on, not when it was asked for.
 */
export async function reserve(deps: Deps, payout: Payout): Promise<Payout> {
  try {
    const items = await deps.ledger.reserve(payout);
    const decide = () => decideOn(deps, payout, items);
    // Those that are checked wait for each other.
    return await (payout.kind === 'manual' ? deps.inTurn(payout.affiliateId, decide) : decide());
  } catch (error) {
    if (isAppError(error)) await giveUp(deps, payout, error);
    throw error;
  }
}

const decideOn = (deps: Deps, payout: Payout, items: readonly PayoutItem[]): Promise<Payout> =>
  deps.transaction(async ({ accounts, payouts, outbox }) => {
    // Its checks count what others decide at the same time.
    if (payout.kind === 'manual') await accounts.takeTurn(payout.affiliateId);
    const loaded = await payouts.load(payout.id);
    if (loaded?.payout.step !== payout.step) throw tooLate();
    const account = await accounts.get(payout.accountId);
    requirePayable(account);
    const looked = { payout, account, now: deps.clock.now() };
    const decided = decideReserved(loaded.payout, items, await reasonsToHold(payouts, looked));
    await payouts.save(decided.payout, loaded.version, dueAfter(deps, decided.payout));
    await outbox.add(...decided.events);
    return decided.payout;
  });

interface Looked {
  readonly payout: Payout;
  readonly account: PayoutAccount;
  readonly now: Date;
}

/** Why it waits for a look, by the checks of its kind; those that are requested have none. */
async function reasonsToHold(
  payouts: Pick<Deps['payouts'], 'historyOf'>,
  { payout, account, now }: Looked,
): Promise<readonly HoldReason[]> {
  switch (payout.kind) {
    case 'requested':
      return [];
    case 'scheduled':
      return scheduledHoldReasons(account, now);
    case 'manual': {
      const { amountMinor, currency } = payout;
      return holdReasons(
        { amountMinor, currency, account },
        await payouts.historyOf(payout, now),
        now,
      );
    }
  }
}

/** The worker gave it up meanwhile. */
const tooLate = (): AppError =>
  unavailable('payout_not_made', {
    message: 'The payout took too long to make; nothing is set aside',
    retryAfterSeconds: 1,
  });

/** Lets the worker release whatever may have been set aside. A failure here is the worker's as well. */
async function giveUp(deps: Deps, { id }: Payout, cause: AppError): Promise<void> {
  deps.log.info({ payout_id: id, code: cause.code }, 'payout not made');
  try {
    // No transaction: under an Idempotency-Key the next one must find what was made, not this.
    const loaded = await deps.payouts.load(id);
    if (loaded === undefined) return;
    const { payout, version } = loaded;
    if (payout.step === 'reserving' || payout.step === 'retrying') {
      const given = decideGiveUp(payout, cause.code).payout;
      await deps.payouts.save(given, version, dueNow(deps));
    } else if (isGivenUp(payout) || payout.step === 'failed') {
      // It was released before the reserve came, so it is released once more.
      await deps.payouts.save(payout, version, dueNow(deps));
    }
  } catch (error) {
    deps.log.warn({ err: error, payout_id: id }, 'the abandoned payout is left to the worker');
  }
}

/** A payout whose amount is not set aside yet. */
export function payoutOf(deps: Pick<Deps, 'newId' | 'fees'>, wish: Wish, now: Date): Payout {
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
    reserveAttempt: 1,
    transactionId: null,
    batchId: null,
    itemId: null,
    failureReason: null,
    failureIsTemporary: false,
    isReversed: false,
    holdReasons: [],
    scheduled: null,
    groupKey: null,
    invoiceNumber: null,
    creditNoteNumber: null,
    requestedAt: now,
    submittedAt: null,
    completedAt: null,
  };
}
