import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { membershipChange } from '../domain/audit-entry.ts';
import { decideRemoval, type Membership, refuseAccountHolder } from '../domain/membership.ts';
import { publishMemberRevocation } from './publish-revocation.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];
type EndingStores = Pick<Stores, 'memberships' | 'sessions' | 'apiKeys' | 'outbox'>;

/** Ends a membership with its sessions and API keys, in the caller’s transaction. */
async function saveRemoval(
  { memberships, sessions, apiKeys, outbox }: EndingStores,
  current: Membership,
  now: Date,
): Promise<Membership> {
  const { membership, events } = decideRemoval(current, now);
  const { accountId, memberId } = membership;
  await memberships.save(membership);
  recordChange(membershipChange(current, membership));
  await sessions.revokeOfMember(accountId, memberId, now);
  await apiKeys.deleteOfMaker(accountId, memberId);
  await outbox.add(...events);
  return membership;
}

/**
 * Ends the memberships of an account that began at `since` or later, in the caller’s transaction.
 * Returns them, because their access tokens end only once their revocations are published.
 */
export async function endMembershipsSince(
  stores: EndingStores,
  { accountId, since }: { readonly accountId: string; readonly since: Date },
  now: Date,
): Promise<Membership[]> {
  const members = await stores.memberships.listOfAccount(accountId);
  const removed: Membership[] = [];
  for (const member of members.filter(({ createdAt }) => createdAt >= since)) {
    removed.push(await saveRemoval(stores, member, now));
  }
  return removed;
}

/**
 * Ends a membership with its sessions and API keys, in one transaction, and its access tokens within
 * seconds. @throws conflict `owner_stays`; not_found
 */
export const endMembership =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'redis' | 'config' | 'log'>) =>
  async (accountId: string, memberId: string): Promise<void> => {
    refuseAccountHolder(accountId, memberId);
    const removed = await deps.transaction(async (stores) => {
      const current = await stores.memberships.getActive(accountId, memberId);
      return saveRemoval(stores, current, deps.clock.now());
    });
    await publishMemberRevocation(deps, removed);
  };
