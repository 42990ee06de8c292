import { type Deps } from '../deps.ts';
import { type PayoutAccount } from '../domain/account.ts';
import { type ChangedBy, withVerification } from '../domain/account-change.ts';
import { changeAccounts } from './change-accounts.ts';

interface Input {
  readonly accountId: string;
  readonly isVerified: boolean;
  readonly by: ChangedBy;
}

/**
 * Sets whether an account may be paid to. Where this redirects payouts to another account, they are held for review
 * for a while.
 * @returns all of the affiliate's accounts
 * @throws not_found
 */
export const setVerification =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  ({ accountId, isVerified, by }: Input): Promise<readonly PayoutAccount[]> =>
    deps.transaction(async (scope) => {
      const { affiliateId } = await scope.accounts.get(accountId);
      const change = { accountId, isVerified, by: by.kind };
      return changeAccounts(deps, scope, {
        affiliateId,
        by,
        edit: (before) => withVerification(before, change, deps.clock.now()),
      });
    });
