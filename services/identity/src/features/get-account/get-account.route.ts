import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { userResponse, userView } from '../../views/user-view.ts';

export const getAccountRoute = (deps: Deps) =>
  route({
    operationId: 'getAccount',
    method: 'get',
    path: '/api/auth/me',
    summary: 'The caller’s own account',
    description: 'The account that the token acts for.',
    allow: 'signed_in',
    permission: 'account:read',
    response: userResponse,
    handle: async ({ actor }) => userView(await deps.users.get(actor.id)),
  });
