import { conflict } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { decideRemoved } from '../../domain/account.ts';
import { editAccount, markRedirected } from '../../domain/account-change.ts';
import { type HoldReason } from '../../domain/hold.ts';
import { changeAccounts } from '../../workflows/change-accounts.ts';

interface Input {
  readonly accountId: string;
  readonly affiliateId: string;
}

/**
 * Removes an account from its affiliate's; its record stays, because payouts name it.
 * @returns why payouts to the account that follows it are held; empty where they are not
 * @throws not_found; conflict `account_has_payouts`
 */
export const deletePayoutAccount =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  ({ accountId, affiliateId }: Input): Promise<readonly HoldReason[]> =>
    deps.transaction(async (scope) => {
      const account = await scope.accounts.get(accountId, affiliateId);
      if (await scope.payouts.hasUnderWay(account)) {
        throw conflict('account_has_payouts', {
          message: 'A payout to this account is under way; remove it when the payout has ended',
        });
      }
      const now = deps.clock.now();
      const { holdReasons } = await changeAccounts(deps, scope, {
        affiliateId,
        by: { kind: 'affiliate', userId: affiliateId },
        edit: (before) => {
          const after = editAccount(before, accountId, (one) => decideRemoved(one, now));
          return markRedirected(before, after, now);
        },
      });
      return holdReasons;
    });
