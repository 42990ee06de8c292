import { type Deps } from '../../deps.ts';
import { type Frequency, type PayoutAccount } from '../../domain/account.ts';

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
    deps.transaction(async ({ accounts }) => {
      const account = await accounts.get(input.accountId, input.affiliateId);
      // A change of terms holds manual payouts as a new destination does.
      const isChange = Object.keys(input.changes).length > 0;
      const changedAt = isChange ? deps.clock.now() : account.changedAt;
      const changed = { ...account, ...input.changes, changedAt };
      await accounts.save(changed);
      if (input.changes.isDefault === true)
        await accounts.makeDefault(account.id, account.affiliateId);
      return changed;
    });
