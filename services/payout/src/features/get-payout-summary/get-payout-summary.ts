import { toWireNumber } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import {
  defaultOf,
  minimumOf,
  PLATFORM_MINIMUM_MINOR,
  type PayoutAccount,
  scheduleOf,
} from '../../domain/account.ts';
import { exchanged, PLATFORM_CURRENCY } from '../../domain/exchange.ts';
import { nextPayoutDate } from '../../domain/next-payout.ts';
import { affiliatePayoutView } from '../../views/payout-view.ts';

/** What an affiliate wants to know at a glance. Amounts are in `currency`. */
export const showSummary = (deps: Deps) => async (affiliateId: string, currency: string) => {
  const [accounts, balance, pending, inTransit, completed, newest] = await Promise.all([
    deps.accounts.list(affiliateId),
    deps.ledger.balance(affiliateId, currency),
    deps.payouts.sum(affiliateId, { status: 'pending', currency }),
    deps.payouts.sum(affiliateId, { status: 'in_transit', currency }),
    deps.payouts.sum(affiliateId, { status: 'completed', currency }),
    deps.payouts.list({ affiliateId, skip: 0, limit: 1 }),
  ]);
  const account = defaultOf(accounts);
  const next = await nextDateOf(deps, account);
  const minimum = await minimumIn(deps, account, currency);
  const [last] = newest.payouts;
  return {
    next_payout_date: next?.toISOString() ?? null,
    minimum_payout_amount: minimum === undefined ? null : toWireNumber(minimum, currency),
    available_balance: toWireNumber(balance.availableMinor, currency),
    pending_payouts: toWireNumber(pending + inTransit, currency),
    lifetime_payouts: toWireNumber(completed, currency),
    currency,
    last_payout: last === undefined ? null : lastPayoutView(last),
  };
};

/** What a payout comes to at least, in minor units of `currency`; undefined where that has no exchange rate. */
async function minimumIn(
  deps: Deps,
  account: PayoutAccount | undefined,
  currency: string,
): Promise<number | undefined> {
  const cents = account === undefined ? PLATFORM_MINIMUM_MINOR : minimumOf(account);
  if (currency === PLATFORM_CURRENCY) return cents;
  const rate = await deps.rates.find(currency, deps.clock.now());
  return rate === undefined ? undefined : exchanged(cents, rate);
}

/** Null where nothing is paid out by itself. */
async function nextDateOf(deps: Deps, account: PayoutAccount | undefined): Promise<Date | null> {
  const frequency = scheduleOf(account);
  if (frequency === null) return null;
  const newest = await deps.runs.newest(frequency);
  return nextPayoutDate(frequency, deps.clock.now(), newest?.day);
}

function lastPayoutView(payout: Parameters<typeof affiliatePayoutView>[0]) {
  const { id, amount, status, payment_method, requested_at, completed_at, reference_number } =
    affiliatePayoutView(payout);
  return { id, amount, status, payment_method, requested_at, completed_at, reference_number };
}
