import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endMembership } from '../../workflows/end-membership.ts';

export const removeTeamMemberRoute = (deps: Deps) =>
  route({
    operationId: 'removeTeamMember',
    method: 'delete',
    path: '/api/team/members/:member_id',
    summary: 'Remove a member from the account',
    description:
      'Ends the member’s sessions in the account and the API keys that the member made at once, access tokens and streams within 5 seconds.',
    allow: ['affiliate', 'brand'],
    permission: 'team:write',
    params: z.object({ member_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { owner_stays: 'The login that the account belongs to stays its owner (409)' },
    handle: async ({ params, actor }) => {
      await endMembership(deps)(actor.id, params.member_id);
      return { success: true, message: 'Member removed' };
    },
  });
