import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { userView, viewUser } from '../../views/user-view.ts';

export const getAccountRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/auth/me',
    summary: 'The caller’s own account',
    allow: 'signed_in',
    response: userView,
    handle: async ({ actor }) => viewUser(await deps.users.get(actor.id)),
  });
