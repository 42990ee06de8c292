import { type Deps } from '../../deps.ts';
import { requirePayable } from '../../domain/account.ts';
import { type Payout } from '../../domain/payout.ts';
import { requireMinimum } from '../../domain/payout-request.ts';
import { makeLimitedPayout } from '../../workflows/make-limited-payout.ts';
import { type MakePayoutDeps } from '../../workflows/make-payout.ts';

interface Input {
  readonly affiliateId: string;
  readonly accountId: string;
  /** US cents. */
  readonly amountMinor: number;
}

/**
 * Pays an amount of the approved commissions, the oldest first, to a given account.
 * @throws invalid `payment_method_not_verified`, `below_minimum`, `insufficient_balance`; rate_limited
 */
export const requestPayout =
  (deps: MakePayoutDeps & Pick<Deps, 'accounts' | 'limits' | 'requireCounters'>) =>
  async ({ affiliateId, accountId, amountMinor }: Input): Promise<Payout> => {
    const account = await deps.accounts.get(accountId, affiliateId);
    requirePayable(account);
    requireMinimum(account, amountMinor);
    await deps.requireCounters();
    return makeLimitedPayout(deps, [{ limiter: deps.limits.request, key: affiliateId }], {
      account,
      kind: 'requested',
      amountMinor,
      commissionIds: [],
      description: null,
    });
  };
