import { MAX_SHARING_ACCOUNTS, payoutDestinationShared } from '@tributary/contracts';
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
  readonly accounts: Pick<Deps['accounts'], 'list' | 'listSharing' | 'save' | 'recordChange'>;
  readonly outbox: Outbox;
}

export interface ChangedAccounts {
  /** All of the affiliate's accounts after the change, newest first. */
  readonly accounts: readonly PayoutAccount[];
  /** Why payouts are held from now on; empty where the change holds nothing. */
  readonly holdReasons: readonly HoldReason[];
}

/**
 * Publishes which other affiliates are paid to the destination of a verified account. What an affiliate has not verified
 * proves nothing: anyone could name the destination of another.
 */
async function publishSharing(
  { accounts, outbox }: Scope,
  account: PayoutAccount,
  at: Date,
): Promise<void> {
  const sharedWith = await accounts.listSharing(account, MAX_SHARING_ACCOUNTS + 1);
  // More affiliates are paid by a platform of theirs, as those of a network are.
  if (sharedWith.length === 0 || sharedWith.length > MAX_SHARING_ACCOUNTS) return;
  const { affiliateId } = account;
  await outbox.add(
    payoutDestinationShared({ affiliateId, sharedWith, sharedAt: at.toISOString() }),
  );
}

/** Changes an affiliate's accounts within a transaction, records who did it, and publishes what follows. */
export async function changeAccounts(
  deps: Pick<Deps, 'clock' | 'newId'>,
  scope: Scope,
  { affiliateId, by, edit }: Change,
): Promise<ChangedAccounts> {
  const { accounts, outbox } = scope;
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
    if (account.isVerified && known?.isVerified !== true) await publishSharing(scope, account, now);
  }
  for (const record of decided.records) await accounts.recordChange(deps.newId(), record);
  await outbox.add(...decided.events);
  return {
    accounts: after.filter(({ removedAt }) => removedAt === null),
    holdReasons: newHoldReasons(before, after, now),
  };
}
