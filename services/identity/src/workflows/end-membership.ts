import { type Deps } from '../deps.ts';
import { decideRemoval, refuseAccountHolder } from '../domain/membership.ts';
import { publishMemberRevocation } from './publish-revocation.ts';

/**
 * Ends a membership with its sessions and API keys, in one transaction, and its access tokens within
 * seconds. @throws conflict `owner_stays`; not_found
 */
export const endMembership =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'redis' | 'config' | 'log'>) =>
  async (accountId: string, memberId: string): Promise<void> => {
    refuseAccountHolder(accountId, memberId);
    const removed = await deps.transaction(async (stores) => {
      const now = deps.clock.now();
      const current = await stores.memberships.getActive(accountId, memberId);
      const { membership, events } = decideRemoval(current, now);
      await stores.memberships.save(membership);
      await stores.sessions.revokeOfMember(accountId, memberId, now);
      await stores.apiKeys.deleteOfMaker(accountId, memberId);
      await stores.outbox.add(...events);
      return membership;
    });
    await publishMemberRevocation(deps, removed);
  };
