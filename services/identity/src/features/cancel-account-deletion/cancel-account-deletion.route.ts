import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { userResponse, userView } from '../../views/user-view.ts';
import { cancelDeletion } from '../../workflows/cancel-deletion.ts';

export const cancelAccountDeletionRoute = (deps: Deps) =>
  route({
    operationId: 'cancelAccountDeletion',
    method: 'delete',
    path: '/api/auth/me/deletion',
    summary: 'Take the deletion of the caller’s own account back',
    description:
      'The account works as before. Refresh the session or sign in again: tokens of before stay restricted.',
    allow: 'signed_in',
    permission: 'deletion:write',
    response: userResponse,
    errors: { no_deletion_pending: 'The account is not to be deleted (409)' },
    handle: async ({ actor }) => userView(await cancelDeletion(deps)(actor.memberId)),
  });
