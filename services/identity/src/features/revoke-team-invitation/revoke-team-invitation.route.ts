import { z } from 'zod';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { invitationChange } from '../../domain/audit-entry.ts';
import { decideAnswer } from '../../domain/team-invitation.ts';
import { teamInvitationResponse, teamInvitationView } from '../../views/team-view.ts';

export const revokeTeamInvitationRoute = (deps: Deps) =>
  route({
    operationId: 'revokeTeamInvitation',
    method: 'delete',
    path: '/api/team/invitations/:invitation_id',
    summary: 'Revoke an invitation',
    description: 'Its link no longer works. An invitation that was answered cannot be revoked.',
    allow: ['affiliate', 'brand'],
    permission: 'team:write',
    params: z.object({ invitation_id: z.uuid() }),
    response: teamInvitationResponse,
    errors: { invitation_answered: 'The invitation has been answered or revoked (409)' },
    handle: async ({ params, actor }) => {
      const revoked = await deps.transaction(async ({ teamInvitations }) => {
        const current = await teamInvitations.get(params.invitation_id, actor.id);
        const decided = decideAnswer(current, 'revoked');
        await teamInvitations.save(decided);
        recordChange(invitationChange(current, decided));
        return decided;
      });
      return teamInvitationView(revoked, deps.clock.now());
    },
  });
