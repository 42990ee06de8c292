import { invalid } from '@tributary/errors';
import { addressKey } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { makeCountedPayout } from '../../workflows/make-limited-payout.ts';
import { defaultOf, type PayoutAccount, requirePayable } from '../../domain/account.ts';
import { type Payout } from '../../domain/payout.ts';
import { requireMinimum } from '../../workflows/make-payout.ts';

interface Input {
  readonly affiliateId: string;
  readonly ip: string;
  /** US cents; all that is unpaid of the commissions named. */
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly description: string | null;
}

/**
 * Pays exactly the commissions named to the default account. Checks for fraud may hold it until an
 * administrator has looked. @throws the ledger's refusals, `below_minimum`, `no_payment_method`
 */
export const createPayout =
  (deps: Deps) =>
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
    const wish = { account, kind: 'manual', amountMinor, commissionIds, description } as const;
    return makeCountedPayout(deps, limits, wish);
  };

async function defaultAccount(deps: Deps, affiliateId: string): Promise<PayoutAccount> {
  const accounts = await deps.accounts.list(affiliateId);
  const account = defaultOf(accounts) ?? accounts[0];
  if (account !== undefined) return account;
  throw invalid('no_payment_method', { message: 'Add and verify a payout account first' });
}
