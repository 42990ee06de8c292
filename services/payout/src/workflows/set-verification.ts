import { type Deps } from '../deps.ts';
import { type ChangedBy, withVerification } from '../domain/account-change.ts';
import { type ChangedAccounts, changeAccounts } from './change-accounts.ts';

interface Input {
  readonly accountId: string;
  readonly isVerified: boolean;
  readonly by: ChangedBy;
}

/**
 * Sets whether an account may be paid to. Where this redirects payouts to another account, they are held for review
 * for a while.
 * @throws not_found
 */
export const setVerification =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  ({ accountId, isVerified, by }: Input): Promise<ChangedAccounts> =>
    deps.transaction(async (scope) => {
      const { affiliateId } = await scope.accounts.getWithRemoved(accountId);
      const change = { accountId, isVerified, by: by.kind };
      return changeAccounts(deps, scope, {
        affiliateId,
        by,
        edit: (before) => withVerification(before, change, deps.clock.now()),
      });
    });
