import { conflict } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { invitationChange } from '../../domain/audit-entry.ts';
import {
  decideInvitation,
  MAX_OPEN_INVITATIONS,
  type TeamInvitation,
} from '../../domain/team-invitation.ts';
import { newInvitationToken } from '../../workflows/opaque-token.ts';

type Input = Pick<TeamInvitation, 'accountId' | 'email' | 'role' | 'invitedBy'>;

/** Mails an invitation. @throws conflict `already_invited`, `too_many_invitations`; rate_limited */
export const createTeamInvitation =
  (
    deps: Pick<Deps, 'transaction' | 'teamInvitations' | 'teamInvitationLimit' | 'clock' | 'newId'>,
  ) =>
  async ({ accountId, ...given }: Input): Promise<TeamInvitation> => {
    const now = deps.clock.now();
    // Only a guard against heaps of invitations: two requests at once may exceed it by one.
    if ((await deps.teamInvitations.countPending(accountId, now)) >= MAX_OPEN_INVITATIONS) {
      throw conflict('too_many_invitations', { message: 'Revoke an invitation first' });
    }
    await deps.teamInvitationLimit.consume(accountId);
    const terms = { token: newInvitationToken(), now };
    const id = deps.newId();
    return deps.transaction(async ({ users, teamInvitations, outbox }) => {
      await teamInvitations.deleteExpired(accountId, given.email, now);
      const account = await users.get(accountId);
      const { invitation, events } = decideInvitation(account, { ...given, id }, terms);
      await teamInvitations.create(invitation);
      recordChange(invitationChange(undefined, invitation));
      await outbox.add(...events);
      return invitation;
    });
  };
