import { z } from 'zod';
import { userPasskeyChanged } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { freshSignInErrors, requireFreshSignIn } from '../../domain/fresh-sign-in.ts';

export const deletePasskeyRoute = (deps: Deps) =>
  route({
    operationId: 'deletePasskey',
    method: 'delete',
    path: '/api/auth/passkeys/:passkey_id',
    summary: 'Remove a passkey',
    description: 'It signs in no more. Sessions that it opened go on; end them apart.',
    allow: 'signed_in',
    permission: 'login:write',
    params: z.object({ passkey_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: freshSignInErrors,
    handle: async ({ params, actor: { memberId: userId, authTime } }) => {
      requireFreshSignIn(authTime, deps.clock.now());
      await deps.transaction(async ({ passkeys, outbox }) => {
        const removed = await passkeys.delete(params.passkey_id, userId);
        if (removed === undefined) {
          throw notFound('not_found', { message: 'There is no such record' });
        }
        const { name } = removed;
        const changedAt = deps.clock.now().toISOString();
        await outbox.add(userPasskeyChanged({ userId, name, change: 'removed', changedAt }));
      });
      return { success: true, message: 'Passkey removed' };
    },
  });
