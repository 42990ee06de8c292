import { type PayoutProvider } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type Frequency, type PayoutAccount } from '../../domain/account.ts';

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
    try {
      return await deps.transaction(async ({ accounts, payouts }) => {
        const now = deps.clock.now();
        const isFirst = (await accounts.list(input.affiliateId)).length === 0;
        const isChange = !isFirst && (await payouts.hasPayouts(input.affiliateId));
        const account: PayoutAccount = {
          ...input,
          id: deps.newId(),
          isVerified: false,
          isActive: true,
          isDefault: false,
          changedAt: isChange ? now : null,
          code: null,
          createdAt: now,
        };
        await accounts.insert(account);
        return account;
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict('account_exists', { message: 'This payout account is there already' });
    }
  };
