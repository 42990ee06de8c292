import { type MemberRole } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { membershipChange } from '../../domain/audit-entry.ts';
import { decideRole, type Membership, refuseAccountHolder } from '../../domain/membership.ts';
import { type User } from '../../domain/user.ts';
import { publishMemberRevocation } from '../../workflows/publish-revocation.ts';

/**
 * Gives a member another role and revokes the tokens that state the role of before.
 * @throws conflict `owner_stays`; not_found
 */
export const updateTeamMember =
  (deps: Pick<Deps, 'transaction' | 'clock' | 'redis' | 'config' | 'log'>) =>
  async (
    { accountId, memberId }: Pick<Membership, 'accountId' | 'memberId'>,
    role: MemberRole,
  ): Promise<{ person: User; membership: Membership }> => {
    refuseAccountHolder(accountId, memberId);
    const updated = await deps.transaction(async ({ users, memberships, outbox }) => {
      const current = await memberships.getActive(accountId, memberId);
      const { membership, events } = decideRole(current, role, deps.clock.now());
      if (events.length > 0) await memberships.save(membership);
      recordChange(membershipChange(current, membership));
      await outbox.add(...events);
      return { person: await users.get(memberId), membership };
    });
    await publishMemberRevocation(deps, updated.membership);
    return updated;
  };
