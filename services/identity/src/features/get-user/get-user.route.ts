import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { userResponse, userView } from '../../views/user-view.ts';

export const getUserRoute = (deps: Deps) =>
  route({
    operationId: 'getUser',
    method: 'get',
    path: '/api/admin/users/:user_id',
    summary: 'An account',
    description: 'For administrators: one account by its id, with its role, plan and status.',
    allow: ['admin'],
    permission: 'platform:read',
    params: z.object({ user_id: z.uuid() }),
    response: userResponse,
    handle: async ({ params }) => userView(await deps.users.get(params.user_id)),
  });
