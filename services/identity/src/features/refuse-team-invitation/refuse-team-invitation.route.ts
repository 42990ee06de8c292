import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideAnswer } from '../../domain/team-invitation.ts';
import { invitationTokenField } from '../../views/team-view.ts';
import { getOpenTeamInvitation } from '../../workflows/open-team-invitation.ts';

export const refuseTeamInvitationRoute = (deps: Deps) =>
  route({
    operationId: 'refuseTeamInvitation',
    method: 'post',
    path: '/api/auth/invitations/refuse',
    summary: 'Refuse an invitation to an account',
    description: 'Needs no login. The account may send another invitation.',
    allow: 'public',
    unaudited: 'the invited person has no login',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ token: invitationTokenField }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { invitation_not_found: 'Answered, revoked, mailed again or expired' },
    handle: async ({ body: { token }, request }) => {
      await deps.limits.refresh(request.ip);
      await deps.transaction(async ({ teamInvitations }) => {
        const invitation = await getOpenTeamInvitation(teamInvitations, token, deps.clock.now());
        await teamInvitations.save(decideAnswer(invitation, 'refused'));
      });
      return { success: true, message: 'Invitation refused' };
    },
  });
