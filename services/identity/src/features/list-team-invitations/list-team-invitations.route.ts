import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { teamInvitationResponse, teamInvitationView } from '../../views/team-view.ts';

const MAX_LISTED = 200;

export const listTeamInvitationsRoute = (deps: Deps) =>
  route({
    operationId: 'listTeamInvitations',
    method: 'get',
    path: '/api/team/invitations',
    summary: 'The account’s invitations, the newest first',
    description: `The newest ${String(MAX_LISTED)}; an invitation is deleted 90 days after it expires.`,
    allow: ['affiliate', 'brand'],
    permission: 'team:read',
    response: z.object({ invitations: z.array(teamInvitationResponse) }),
    handle: async ({ actor }) => {
      const now = deps.clock.now();
      const invitations = await deps.teamInvitations.listOf(actor.id, MAX_LISTED);
      return { invitations: invitations.map((one) => teamInvitationView(one, now)) };
    },
  });
