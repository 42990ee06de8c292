import { toWireNumber } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { PLATFORM_MINIMUM_MINOR, type PayoutAccount } from '../../domain/account.ts';
import { nextPayoutDate } from '../../domain/next-payout.ts';
import { affiliatePayoutView } from '../../views.ts';

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
  const account = scheduledAccount(accounts);
  const next = account === undefined ? null : nextPayoutDate(account.frequency, deps.clock.now());
  const minimum = Math.max(PLATFORM_MINIMUM_MINOR, account?.minimumPayoutMinor ?? 0);
  const [last] = newest.payouts;
  return {
    next_payout_date: next?.toISOString() ?? null,
    minimum_payout_amount: toWireNumber(minimum, 'USD'),
    available_balance: toWireNumber(balance.availableMinor, currency),
    pending_payouts: toWireNumber(pending + inTransit, currency),
    lifetime_payouts: toWireNumber(completed, currency),
    currency,
    last_payout: last === undefined ? null : lastPayoutView(last),
  };
};

const scheduledAccount = (accounts: readonly PayoutAccount[]): PayoutAccount | undefined =>
  accounts.find(
    ({ isDefault, isActive, isVerified, autoPayoutEnabled }) =>
      isDefault && isActive && isVerified && autoPayoutEnabled,
  );

function lastPayoutView(payout: Parameters<typeof affiliatePayoutView>[0]) {
  const { id, amount, status, payment_method, requested_at, completed_at, reference_number } =
    affiliatePayoutView(payout);
  return { id, amount, status, payment_method, requested_at, completed_at, reference_number };
}
