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

type SummaryDeps = Pick<Deps, 'accounts' | 'clock' | 'ledger' | 'payouts' | 'rates' | 'runs'>;

/** An affiliate's balance, payout totals, next and last payout. Amounts are in `currency`. */
export const getPayoutSummary =
  (deps: SummaryDeps) => async (affiliateId: string, currency: string) => {
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

/** The minimum payout in minor units of `currency`; undefined where the currency has no exchange rate. */
async function minimumIn(
  deps: Pick<Deps, 'clock' | 'rates'>,
  account: PayoutAccount | undefined,
  currency: string,
): Promise<number | undefined> {
  const cents = account === undefined ? PLATFORM_MINIMUM_MINOR : minimumOf(account);
  if (currency === PLATFORM_CURRENCY) return cents;
  const rate = await deps.rates.find(currency, deps.clock.now());
  return rate === undefined ? undefined : exchanged(cents, rate);
}

/** The day of the next scheduled payout; null without a schedule. */
async function nextDateOf(
  deps: Pick<Deps, 'clock' | 'runs'>,
  account: PayoutAccount | undefined,
): Promise<Date | null> {
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
