import { type PayoutProvider } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type Frequency, MAX_ACCOUNTS, type PayoutAccount } from '../../domain/account.ts';
import { type ChangedAccounts, changeAccounts } from '../../workflows/change-accounts.ts';

interface Input {
  readonly affiliateId: string;
  readonly provider: PayoutProvider;
  readonly destination: string;
  readonly minimumPayoutMinor: number;
  readonly frequency: Frequency;
  readonly autoPayoutEnabled: boolean;
}

/**
 * Adds an unverified payout account. One that was removed before returns under its id, with its history.
 * @throws conflict `account_exists`, `too_many_accounts`
 */
export const createPayoutAccount =
  (deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>) =>
  async (input: Input): Promise<{ account: PayoutAccount } & ChangedAccounts> => {
    const { affiliateId } = input;
    try {
      return await deps.transaction(async (scope) => {
        const hasPayouts = await scope.payouts.hasPayouts(affiliateId);
        const removed = await scope.accounts.findRemoved(input);
        const account = accountOf(deps, input, { id: removed?.id ?? deps.newId(), hasPayouts });
        const by = { kind: 'affiliate', userId: affiliateId } as const;
        const changed = await changeAccounts(deps, scope, {
          affiliateId,
          by,
          edit: (accounts) => {
            if (accounts.length >= MAX_ACCOUNTS) throw tooMany();
            return [account, ...accounts];
          },
        });
        return { account, ...changed };
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('account_exists', { message: 'This payout account exists already' });
    }
  };

const tooMany = () =>
  conflict('too_many_accounts', {
    message: `An affiliate can have ${String(MAX_ACCOUNTS)} accounts`,
  });

function accountOf(
  deps: Pick<Deps, 'clock'>,
  input: Input,
  { id, hasPayouts }: { readonly id: string; readonly hasPayouts: boolean },
): PayoutAccount {
  const now = deps.clock.now();
  return {
    ...input,
    id,
    isVerified: false,
    isBarred: false,
    isActive: true,
    isDefault: false,
    changedAt: hasPayouts ? now : null,
    redirectedAt: hasPayouts ? now : null,
    code: null,
    createdAt: now,
    removedAt: null,
  };
}
