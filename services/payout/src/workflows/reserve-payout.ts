import { type AppError, isAppError, unavailable } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type PayoutAccount, requirePayable } from '../domain/account.ts';
import { nextStepDueAt } from '../domain/due.ts';
import {
  hasRecentChange,
  type HoldReason,
  holdReasons,
  requestedHoldReasons,
  scheduledHoldReasons,
} from '../domain/hold.ts';
import { isAbandoned, type Payout, type PayoutItem } from '../domain/payout.ts';
import { decideAbandon, decideReserved } from '../domain/payout-steps.ts';

export type ReserveDeps = Pick<
  Deps,
  'clock' | 'ledger' | 'log' | 'payouts' | 'pollIntervalMs' | 'transaction' | 'withKeyLock'
>;

/** The ledger's code where the worker abandoned the payout before its reserve arrived. */
const RELEASED = 'reservation_released';

/** The ledger's refusals of what another payout has reserved. */
const TAKEN: ReadonlySet<string> = new Set([
  'insufficient_balance',
  'commission_in_another_payout',
]);

/**
 * Reserves the amount of a new payout or of a retry while the caller waits. Whether it is held or refused is decided
 * by the state when the reserve is done, not when it was requested.
 */
export async function reservePayout(deps: ReserveDeps, payout: Payout): Promise<Payout> {
  const startedAt = deps.clock.now();
  let isReserved = false;
  try {
    const items = await deps.ledger.reserve(payout);
    isReserved = true;
    const decide = () => saveReserved(deps, payout, items);
    // Manual payouts of one affiliate take turns: the hold checks count the others.
    return await (payout.kind === 'manual'
      ? deps.withKeyLock(payout.affiliateId, decide)
      : decide());
  } catch (error) {
    if (!isAppError(error)) throw error;
    // Without an answer, the ledger may have reserved the amount.
    const isRefused = !isReserved && error.kind !== 'unavailable';
    await abandon(deps, payout, { code: error.code, isRefused });
    if (error.code === RELEASED) throw tookTooLong();
    if (TAKEN.has(error.code) && (await deps.payouts.hasUnreleased(payout, startedAt))) {
      throw stillReserved();
    }
    throw error;
  }
}

const saveReserved = (
  deps: Pick<Deps, 'clock' | 'pollIntervalMs' | 'transaction'>,
  payout: Payout,
  items: readonly PayoutItem[],
): Promise<Payout> =>
  deps.transaction(async ({ accounts, payouts, outbox }) => {
    // Makes concurrent decisions of other processes conflict with this one.
    if (payout.kind === 'manual') await accounts.lockAffiliate(payout.affiliateId);
    const loaded = await payouts.load(payout.id);
    if (loaded?.payout.step !== payout.step) throw tookTooLong();
    const account = await accounts.getWithRemoved(payout.accountId);
    requirePayable(account);
    const reasons = await holdReasonsOf(payouts, { payout, account, now: deps.clock.now() });
    const decided = decideReserved(loaded.payout, items, reasons);
    const { pollIntervalMs } = deps;
    const dueAt = nextStepDueAt(decided.payout, { now: deps.clock.now(), pollIntervalMs });
    await payouts.save(decided.payout, loaded, dueAt);
    await outbox.add(...decided.events);
    return decided.payout;
  });

interface Reserved {
  readonly payout: Payout;
  readonly account: PayoutAccount;
  readonly now: Date;
}

/** Why a payout is held, by the checks of its kind. */
async function holdReasonsOf(
  payouts: Pick<Deps['payouts'], 'historyOf'>,
  { payout, account, now }: Reserved,
): Promise<readonly HoldReason[]> {
  switch (payout.kind) {
    case 'requested':
      if (!hasRecentChange(account, now)) return [];
      return requestedHoldReasons(account, await payouts.historyOf(payout, now), now);
    case 'scheduled':
      return scheduledHoldReasons(account, now);
    case 'manual': {
      const { amountMinor, currency } = payout;
      const history = await payouts.historyOf(payout, now);
      return holdReasons({ amountMinor, currency, account }, history, now);
    }
  }
}

/** The worker has abandoned the payout meanwhile. */
const tookTooLong = (): AppError =>
  unavailable('payout_not_made', {
    message: 'The payout took too long to make; nothing is reserved',
    retryAfterSeconds: 1,
  });

/** A payout that was abandoned has what this one needs, until it is released. */
const stillReserved = (): AppError =>
  unavailable('payout_not_made', {
    message: 'The amount of an earlier attempt is being released; please repeat the call',
    retryAfterSeconds: 1,
  });

/**
 * Abandons a payout, so that the worker releases whatever the ledger may have reserved. Where this fails, the worker
 * abandons it when its time is over.
 */
async function abandon(
  deps: Pick<Deps, 'clock' | 'log' | 'payouts'>,
  { id }: Payout,
  { code, isRefused }: { readonly code: string; readonly isRefused: boolean },
): Promise<void> {
  deps.log.info({ payout_id: id, code }, 'payout not made');
  try {
    // Outside of the request's transaction: a repeat with the same Idempotency-Key must find the payout.
    const loaded = await deps.payouts.load(id);
    if (loaded === undefined) return;
    const { payout } = loaded;
    const dueAt = deps.clock.now();
    if (payout.step === 'reserving' || payout.step === 'retrying') {
      const decided = decideAbandon(payout, isRefused ? code : undefined);
      await deps.payouts.save(decided.payout, loaded, dueAt);
    } else if (isAbandoned(payout) || payout.step === 'failed') {
      // The release came before the late reserve, so the worker releases once more.
      await deps.payouts.save(payout, loaded, dueAt);
    }
  } catch (error) {
    deps.log.warn({ err: error, payout_id: id }, 'the worker will abandon the payout');
  }
}
