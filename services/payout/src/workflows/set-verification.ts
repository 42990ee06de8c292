import { changeAccounts, editing } from './change-accounts.ts';
import { type Deps } from '../deps.ts';
import { decideVerified, defaultOf, type PayoutAccount } from '../domain/account.ts';
import { type ChangedBy } from '../domain/account-change.ts';

interface Input {
  readonly accountId: string;
  readonly isVerified: boolean;
  readonly by: ChangedBy;
}

type Said = Pick<Input, 'accountId' | 'isVerified'> & { readonly by: ChangedBy['kind'] };

/**
 * Says whether an account may be paid to. Where payouts are now led to another account than before,
 * they wait for a look for a while. @throws not_found
 */
export const setVerification =
  (deps: Deps) =>
  (input: Input): Promise<readonly PayoutAccount[]> =>
    deps.transaction(async (scope) => {
      const { affiliateId } = await scope.accounts.get(input.accountId);
      return changeAccounts(deps, scope, {
        affiliateId,
        by: input.by,
        edit: (before) => verified(before, { ...input, by: input.by.kind }, deps.clock.now()),
      });
    });

/** All accounts after one of them was verified, or not any more. */
export function verified(
  before: readonly PayoutAccount[],
  { accountId, isVerified, by }: Said,
  now: Date,
): readonly PayoutAccount[] {
  const after = editing(accountId, (account) => decideVerified(account, isVerified, by))(before);
  return redirected(before, after, now);
}

/** Marks the account that payouts are now led to, where it was another one. */
export function redirected(
  before: readonly PayoutAccount[],
  after: readonly PayoutAccount[],
  now: Date,
): readonly PayoutAccount[] {
  const [was, is] = [defaultOf(before), defaultOf(after)];
  if (was === undefined || is === undefined || was.id === is.id) return after;
  return editing(is.id, (account) => ({ ...account, redirectedAt: now }))(after);
}
