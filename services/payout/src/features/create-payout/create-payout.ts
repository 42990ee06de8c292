import { invalid } from '@tributary/errors';
import { addressKey } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { defaultOf, type PayoutAccount, requirePayable } from '../../domain/account.ts';
import { type Payout } from '../../domain/payout.ts';
import { requireMinimum } from '../../domain/payout-request.ts';
import { makeLimitedPayout } from '../../workflows/make-limited-payout.ts';
import { type MakePayoutDeps } from '../../workflows/make-payout.ts';

interface Input {
  readonly affiliateId: string;
  readonly ip: string;
  /** US cents; must equal the unpaid amount of the commissions. */
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly description: string | null;
}

/**
 * Pays exactly the given commissions to the default account. Fraud checks may hold the payout for review by an
 * administrator.
 * @throws the ledger's refusals, `below_minimum`, `no_payment_method`
 */
export const createPayout =
  (deps: MakePayoutDeps & Pick<Deps, 'accounts' | 'limits' | 'requireCounters'>) =>
  async (input: Input): Promise<Payout> => {
    const { affiliateId, amountMinor, commissionIds, description } = input;
    const account = await defaultAccount(deps, affiliateId);
    requirePayable(account);
    requireMinimum(account, amountMinor);
    await deps.requireCounters();
    const limits = [
      { limiter: deps.limits.create, key: affiliateId },
      { limiter: deps.limits.createPerIp, key: addressKey(input.ip) },
    ];
    const request = { account, kind: 'manual', amountMinor, commissionIds, description } as const;
    return makeLimitedPayout(deps, limits, request);
  };

async function defaultAccount(
  deps: Pick<Deps, 'accounts'>,
  affiliateId: string,
): Promise<PayoutAccount> {
  const accounts = await deps.accounts.list(affiliateId);
  const account = defaultOf(accounts) ?? accounts[0];
  if (account !== undefined) return account;
  throw invalid('no_payment_method', { message: 'Add and verify a payout account first' });
}
