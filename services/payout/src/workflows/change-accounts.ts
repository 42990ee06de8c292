import { type Outbox, recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { type PayoutAccount } from '../domain/account.ts';
import { type ChangedBy, decideAccounts } from '../domain/account-change.ts';
import { type HoldReason, newHoldReasons } from '../domain/hold.ts';

interface Change {
  readonly affiliateId: string;
  readonly by: ChangedBy;
  /** Maps all of the affiliate's accounts to all of them after the change. */
  readonly edit: (accounts: readonly PayoutAccount[]) => readonly PayoutAccount[];
}

interface Scope {
  readonly accounts: Pick<Deps['accounts'], 'list' | 'save' | 'recordChange'>;
  readonly outbox: Outbox;
}

export interface ChangedAccounts {
  /** All of the affiliate's accounts after the change, newest first. */
  readonly accounts: readonly PayoutAccount[];
  /** Why payouts are held from now on; empty where the change holds nothing. */
  readonly holdReasons: readonly HoldReason[];
}

/** Changes an affiliate's accounts within a transaction, records who did it, and publishes what follows. */
export async function changeAccounts(
  deps: Pick<Deps, 'clock' | 'newId'>,
  { accounts, outbox }: Scope,
  { affiliateId, by, edit }: Change,
): Promise<ChangedAccounts> {
  const now = deps.clock.now();
  const before = await accounts.list(affiliateId);
  const after = edit(before);
  const decided = decideAccounts(before, after, { by, now });
  for (const account of decided.saves) {
    await accounts.save(account);
    const known = before.find(({ id }) => id === account.id);
    recordChange({
      kind: 'payout_account',
      id: account.id,
      accountId: affiliateId,
      before: known,
      after: account,
    });
  }
  for (const record of decided.records) await accounts.recordChange(deps.newId(), record);
  await outbox.add(...decided.events);
  return {
    accounts: after.filter(({ removedAt }) => removedAt === null),
    holdReasons: newHoldReasons(before, after, now),
  };
}
