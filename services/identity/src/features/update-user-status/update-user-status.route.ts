import { z } from 'zod';
import { userStatuses } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { userResponse, userView } from '../../views/user-view.ts';
import { updateUserStatus } from './update-user-status.ts';

export const updateUserStatusRoute = (deps: Deps) =>
  route({
    operationId: 'updateUserStatus',
    method: 'put',
    path: '/api/admin/users/:user_id/status',
    summary: 'Verify, suspend or re-activate an account',
    description: 'The tokens of a suspended account stop working within 5 seconds.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ user_id: z.uuid() }),
    body: z.strictObject({ status: z.enum(userStatuses) }),
    response: userResponse,
    errors: { cannot_suspend_yourself: 'Administrators cannot suspend their own account (409)' },
    handle: async ({ params, body: { status }, actor }) => {
      const input = { userId: params.user_id, status, actorId: actor.id };
      return userView(await updateUserStatus(deps)(input));
    },
  });
