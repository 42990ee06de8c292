import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { deleteSecondFactor } from '../../workflows/delete-second-factor.ts';

export const removeSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'removeSecondFactor',
    method: 'delete',
    path: '/api/admin/users/:user_id/second-factor',
    summary: 'Remove the second factor of a login',
    description:
      'For a person who has lost app and recovery codes, once it is certain who that is. The person is mailed.',
    allow: ['admin'],
    permission: 'platform:write',
    stepUp: true,
    params: z.object({ user_id: z.uuid() }),
    response: z.object({ success: z.literal(true) }),
    errors: { second_factor_not_enrolled: 'The login has no second factor (409)' },
    handle: async ({ params: { user_id: userId }, actor: { memberId: byUserId } }) => {
      await deps.transaction(async (stores) => {
        await stores.users.get(userId);
        await deleteSecondFactor(stores, { userId, byUserId }, deps.clock.now());
      });
      return { success: true };
    },
  });
