import { z } from 'zod';
import { userStatuses } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { publishRevocation } from '../../workflows/publish-revocation.ts';
import { userView, viewUser } from '../../views/user-view.ts';
import { setStatus } from './update-user-status.ts';

export const setStatusRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/admin/users/:user_id/status',
    summary: 'Verify, suspend or re-activate an account',
    description: 'The tokens of a suspended account stop working within 5 seconds.',
    allow: ['admin'],
    params: z.object({ user_id: z.uuid() }),
    body: z.strictObject({ status: z.enum(userStatuses) }),
    response: userView,
    errors: { cannot_suspend_yourself: 'Nobody can suspend their own account' },
    handle: async ({ params, body, actor }) => {
      const { status } = body;
      const user = await setStatus(deps)({ userId: params.user_id, status, actorId: actor.id });
      if (user.status === 'suspended') {
        // At once here; where Redis is away, the worker tells it as soon as it is back.
        await publishRevocation(deps, user.id, user.tokensRevokedAt).catch((error: unknown) => {
          deps.log.warn({ err: error }, 'a revocation could not be published yet');
        });
      }
      return viewUser(user);
    },
  });
