import { notFound } from '@tributary/errors';
import { changeAccounts, editing } from '../../workflows/change-accounts.ts';
import { redirected } from '../../workflows/set-verification.ts';
import { type Deps } from '../../deps.ts';
import { type Frequency, type PayoutAccount } from '../../domain/account.ts';
import { chooseDefault } from '../../domain/account-change.ts';

interface Input {
  readonly accountId: string;
  readonly affiliateId: string;
  readonly changes: Partial<{
    minimumPayoutMinor: number;
    frequency: Frequency;
    autoPayoutEnabled: boolean;
    isActive: boolean;
    isDefault: true;
  }>;
}

/** Changes an account's terms; the destination itself never changes, a new one is a new account. */
export const updateAccount =
  (deps: Deps) =>
  (input: Input): Promise<PayoutAccount> =>
    deps.transaction(async (scope) => {
      const { accountId, affiliateId } = input;
      const accounts = await changeAccounts(deps, scope, {
        affiliateId,
        by: { kind: 'affiliate', userId: affiliateId },
        edit: (before) => edited(before, input, deps.clock.now()),
      });
      const changed = accounts.find(({ id }) => id === accountId);
      if (changed !== undefined) return changed;
      throw notFound('not_found', { message: 'There is no such payout account' });
    });

function edited(
  before: readonly PayoutAccount[],
  { accountId, changes }: Input,
  now: Date,
): readonly PayoutAccount[] {
  // A change of terms holds manual payouts as a new destination does.
  const changedAt = Object.keys(changes).length > 0 ? { changedAt: now } : {};
  const after = editing(accountId, (account) => ({ ...account, ...changes, ...changedAt }))(before);
  const chosen = changes.isDefault === true && after.some(({ id }) => id === accountId);
  return redirected(before, chosen ? chooseDefault(after, accountId) : after, now);
}
