import { hasPermission } from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { invitationChange, membershipChange } from '../domain/audit-entry.ts';
import { decideJoining, MAX_ACCOUNTS, MAX_MEMBERS, type Membership } from '../domain/membership.ts';
import { decideAnswer, type TeamInvitation } from '../domain/team-invitation.ts';
import { statusOf, type User } from '../domain/user.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** Whether the person who invited still may: a removed member leaves no way in behind. */
async function mayInvite(
  memberships: Stores['memberships'],
  { accountId, invitedBy }: TeamInvitation,
): Promise<boolean> {
  if (invitedBy === accountId) return true;
  const inviter = await memberships.find(accountId, invitedBy);
  return inviter?.status === 'active' && hasPermission(inviter.role, 'team:write');
}

/** Both numbers are guards against heaps: requests at once may exceed them by a few. */
async function refuseTooMany(
  { memberships }: Pick<Stores, 'memberships'>,
  { accountId }: TeamInvitation,
  person: User,
): Promise<void> {
  if ((await memberships.listOfAccount(accountId)).length >= MAX_MEMBERS) {
    throw conflict('too_many_members', { message: 'The account has too many members' });
  }
  if ((await memberships.listOfMember(person.id)).length >= MAX_ACCOUNTS) {
    throw conflict('too_many_accounts', { message: 'This login is a member of too many accounts' });
  }
}

/**
 * Makes a person a member by an open invitation, in the caller’s transaction.
 * @throws conflict `already_member`, `too_many_members`, `too_many_accounts`; not_found where the account
 * is suspended or the person who invited may not invite any more
 */
export async function joinAccount(
  stores: Pick<Stores, 'users' | 'memberships' | 'teamInvitations' | 'outbox'>,
  { invitation, person }: { readonly invitation: TeamInvitation; readonly person: User },
  now: Date,
): Promise<{ account: User; membership: Membership }> {
  const { users, memberships, teamInvitations, outbox } = stores;
  const account = await users.get(invitation.accountId);
  if (statusOf(account) === 'suspended' || !(await mayInvite(memberships, invitation))) {
    throw notFound('invitation_not_found', { message: 'The account takes no members by it now' });
  }
  await refuseTooMany(stores, invitation, person);
  const existing = await memberships.find(account.id, person.id);
  const joining = { account, person, role: invitation.role };
  const { membership, events } = decideJoining(existing, joining, now);
  await memberships.save(membership);
  recordChange(membershipChange(existing, membership));
  const accepted = decideAnswer(invitation, 'accepted');
  await teamInvitations.save(accepted);
  recordChange(invitationChange(invitation, accepted));
  await outbox.add(...events);
  return { account, membership };
}
