import { z } from 'zod';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { invitationChange } from '../../domain/audit-entry.ts';
import { decideResend } from '../../domain/team-invitation.ts';
import { teamInvitationResponse, teamInvitationView } from '../../views/team-view.ts';
import { newInvitationToken } from '../../workflows/opaque-token.ts';

export const resendTeamInvitationRoute = (deps: Deps) =>
  route({
    operationId: 'resendTeamInvitation',
    method: 'post',
    path: '/api/team/invitations/:invitation_id/resend',
    summary: 'Mail an invitation again',
    description: 'With a new link, valid for another 7 days; the link before stops working.',
    allow: ['affiliate', 'brand'],
    permission: 'team:write',
    limits: ['RATE_LIMIT_TEAM_INVITATIONS_PER_DAY'],
    params: z.object({ invitation_id: z.uuid() }),
    response: teamInvitationResponse,
    errors: {
      invitation_answered: 'The invitation has been answered or revoked (409)',
      invitation_resent_too_often: 'At most 5 e-mails of one invitation, a minute apart (429)',
      rate_limit_exceeded: 'Too many invitations in 24 hours',
    },
    handle: async ({ params, actor }) => {
      const now = deps.clock.now();
      const terms = { token: newInvitationToken(), now };
      await deps.teamInvitations.get(params.invitation_id, actor.id);
      await deps.teamInvitationLimit.consume(actor.id);
      const sent = await deps.transaction(async ({ users, teamInvitations, outbox }) => {
        const current = await teamInvitations.get(params.invitation_id, actor.id);
        const decided = decideResend(current, await users.get(actor.id), terms);
        await teamInvitations.save(decided.invitation);
        recordChange(invitationChange(current, decided.invitation));
        await outbox.add(...decided.events);
        return decided.invitation;
      });
      return teamInvitationView(sent, now);
    },
  });
