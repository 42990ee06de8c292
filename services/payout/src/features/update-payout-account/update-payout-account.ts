import { notFound } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type Frequency, type PayoutAccount } from '../../domain/account.ts';
import { chooseDefault, editAccount, markRedirected } from '../../domain/account-change.ts';
import { type ChangedAccounts, changeAccounts } from '../../workflows/change-accounts.ts';

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

/** Changes an account's terms. Its destination never changes: another destination is another account. */
export const updatePayoutAccount =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  (input: Input): Promise<{ account: PayoutAccount } & ChangedAccounts> =>
    deps.transaction(async (scope) => {
      const { accountId, affiliateId } = input;
      const changed = await changeAccounts(deps, scope, {
        affiliateId,
        by: { kind: 'affiliate', userId: affiliateId },
        edit: (before) => withChanges(before, input, deps.clock.now()),
      });
      const account = changed.accounts.find(({ id }) => id === accountId);
      if (account !== undefined) return { account, ...changed };
      throw notFound('not_found', { message: 'There is no such payout account' });
    });

function withChanges(
  before: readonly PayoutAccount[],
  { accountId, changes }: Input,
  now: Date,
): readonly PayoutAccount[] {
  const after = editAccount(before, accountId, (account) => {
    const changed = { ...account, ...changes };
    // These changes hold payouts for review, as a new destination does; a schedule and a choice do not.
    const isSensitive =
      changed.minimumPayoutMinor !== account.minimumPayoutMinor ||
      changed.isActive !== account.isActive;
    return isSensitive ? { ...changed, changedAt: now } : changed;
  });
  const isChosen = changes.isDefault === true && after.some(({ id }) => id === accountId);
  return markRedirected(before, isChosen ? chooseDefault(after, accountId) : after, now);
}
