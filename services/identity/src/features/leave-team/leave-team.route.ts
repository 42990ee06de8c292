import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endMembership } from '../../workflows/end-membership.ts';

export const leaveTeamRoute = (deps: Deps) =>
  route({
    operationId: 'leaveTeam',
    method: 'post',
    path: '/api/team/leave',
    summary: 'Leave the account that the token acts for',
    description: 'As if an owner had removed the caller. The own account cannot be left.',
    allow: ['affiliate', 'brand'],
    permission: 'session:write',
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { owner_stays: 'The login that the account belongs to stays its owner (409)' },
    handle: async ({ actor }) => {
      await endMembership(deps)(actor.id, actor.memberId);
      return { success: true, message: 'You have left the account' };
    },
  });
