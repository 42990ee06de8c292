import { type PayoutProvider } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { changeAccounts } from '../../workflows/change-accounts.ts';
import { type Deps } from '../../deps.ts';
import { type Frequency, MAX_ACCOUNTS, type PayoutAccount } from '../../domain/account.ts';

interface Input {
  readonly affiliateId: string;
  readonly provider: PayoutProvider;
  readonly destination: string;
  readonly minimumPayoutMinor: number;
  readonly frequency: Frequency;
  readonly autoPayoutEnabled: boolean;
}

/** Adds a destination. @throws conflict `account_exists` where the affiliate has it already */
export const openAccount =
  (deps: Deps) =>
  async (input: Input): Promise<PayoutAccount> => {
    const { affiliateId } = input;
    try {
      return await deps.transaction(async (scope) => {
        const isChange = await scope.payouts.hasPayouts(affiliateId);
        const account = accountOf(deps, input, isChange);
        const by = { kind: 'affiliate', userId: affiliateId } as const;
        await changeAccounts(deps, scope, {
          affiliateId,
          by,
          edit: (accounts) => {
            if (accounts.length >= MAX_ACCOUNTS) throw tooMany();
            // The first destination changes nothing.
            const isFirst = accounts.length === 0;
            const quiet = isFirst ? { changedAt: null, redirectedAt: null } : {};
            return [{ ...account, ...quiet }, ...accounts];
          },
        });
        return account;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('account_exists', { message: 'This payout account is there already' });
    }
  };

const tooMany = () =>
  conflict('too_many_accounts', { message: `There can be ${String(MAX_ACCOUNTS)} accounts` });

function accountOf(deps: Deps, input: Input, isChange: boolean): PayoutAccount {
  const now = deps.clock.now();
  return {
    ...input,
    id: deps.newId(),
    isVerified: false,
    isBarred: false,
    isActive: true,
    isDefault: false,
    changedAt: isChange ? now : null,
    redirectedAt: isChange ? now : null,
    code: null,
    createdAt: now,
  };
}
