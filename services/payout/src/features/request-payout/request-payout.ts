import { type Deps } from '../../deps.ts';
import { requirePayable } from '../../domain/account.ts';
import { type Payout } from '../../domain/payout.ts';
import { makeCountedPayout } from '../../workflows/make-limited-payout.ts';
import { requireMinimum } from '../../workflows/make-payout.ts';

interface Input {
  readonly affiliateId: string;
  readonly accountId: string;
  /** US cents. */
  readonly amountMinor: number;
}

/**
 * Asks for an amount to be paid out of the approved commissions, the oldest first.
 * @throws invalid `payment_method_not_verified`, `below_minimum`, `insufficient_balance`; rate_limited
 */
export const requestPayout =
  (deps: Deps) =>
  async ({ affiliateId, accountId, amountMinor }: Input): Promise<Payout> => {
    const account = await deps.accounts.get(accountId, affiliateId);
    requirePayable(account);
    requireMinimum(account, amountMinor);
    await deps.requireCounters();
    return makeCountedPayout(deps, [{ limiter: deps.limits.request, key: affiliateId }], {
      account,
      kind: 'requested',
      amountMinor,
      commissionIds: [],
      description: null,
    });
  };
