import { type Outbox } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { type PayoutAccount } from '../domain/account.ts';
import { type ChangedBy, decideAccounts } from '../domain/account-change.ts';

interface Change {
  readonly affiliateId: string;
  readonly by: ChangedBy;
  /** All of the affiliate's accounts in, all of them out. */
  readonly edit: (accounts: readonly PayoutAccount[]) => readonly PayoutAccount[];
}

type Scope = Parameters<Parameters<Deps['transaction']>[0]>[0] & { readonly outbox: Outbox };

/** Changes an affiliate's accounts within a transaction, writes down who did it, and tells what follows. */
export async function changeAccounts(
  deps: Pick<Deps, 'clock' | 'newId'>,
  { accounts, outbox }: Scope,
  { affiliateId, by, edit }: Change,
): Promise<readonly PayoutAccount[]> {
  const before = await accounts.list(affiliateId);
  const after = edit(before);
  const decided = decideAccounts(before, after, { by, now: deps.clock.now() });
  for (const account of decided.saves) await accounts.save(account);
  for (const record of decided.records) await accounts.record(deps.newId(), record);
  await outbox.add(...decided.events);
  return after;
}

/** The accounts with one of them edited. */
export const editing =
  (id: string, edit: (account: PayoutAccount) => PayoutAccount) =>
  (accounts: readonly PayoutAccount[]): PayoutAccount[] =>
    accounts.map((account) => (account.id === id ? edit(account) : account));
