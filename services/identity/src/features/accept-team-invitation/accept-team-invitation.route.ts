import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountView, accountResponse } from '../../views/membership-view.ts';
import { invitationTokenField } from '../../views/team-view.ts';
import { joinAccount } from '../../workflows/join-account.ts';
import { getOpenTeamInvitation } from '../../workflows/open-team-invitation.ts';

export const acceptTeamInvitationRoute = (deps: Deps) =>
  route({
    operationId: 'acceptTeamInvitation',
    method: 'post',
    path: '/api/auth/invitations/accept',
    summary: 'Join an account with the caller’s login',
    description:
      'The token is in the invitation’s e-mail. `POST /api/auth/switch` then acts for the account.',
    allow: ['affiliate', 'brand'],
    permission: 'session:write',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ token: invitationTokenField }),
    response: accountResponse,
    errors: {
      invitation_not_found: 'Answered, revoked, mailed again or expired',
      already_member: 'The login is a member of the account already (409)',
      too_many_members: 'The account has too many members (409)',
      too_many_accounts: 'The login is a member of too many accounts (409)',
    },
    handle: async ({ body: { token }, actor, request }) => {
      await deps.limits.refresh(request.ip);
      const joined = await deps.transaction(async (stores) => {
        const now = deps.clock.now();
        const invitation = await getOpenTeamInvitation(stores.teamInvitations, token, now);
        const person = await stores.users.get(actor.memberId);
        return joinAccount(stores, { invitation, person }, now);
      });
      return accountView(joined.account, joined.membership.role);
    },
  });
