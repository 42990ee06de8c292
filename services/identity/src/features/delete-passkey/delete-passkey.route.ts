import { z } from 'zod';
import { userPasskeyChanged } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyChange } from '../../domain/audit-entry.ts';
import { signInChangeErrors } from '../../views/second-factor-fields.ts';
import { requireSecondFactor } from '../../workflows/require-second-factor.ts';

export const deletePasskeyRoute = (deps: Deps) =>
  route({
    operationId: 'deletePasskey',
    method: 'delete',
    path: '/api/auth/passkeys/:passkey_id',
    summary: 'Remove a passkey',
    description: 'It signs in no more. Sessions that it opened go on; end them apart.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    params: z.object({ passkey_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: signInChangeErrors,
    handle: async ({ params, actor }) => {
      const { memberId: userId } = actor;
      await deps.transaction(async (stores) => {
        await requireSecondFactor(stores, actor);
        const removed = await stores.passkeys.delete(params.passkey_id, userId);
        if (removed === undefined) {
          throw notFound('not_found', { message: 'There is no such record' });
        }
        recordChange(passkeyChange(removed, { before: removed }));
        const { name } = removed;
        const changedAt = deps.clock.now().toISOString();
        await stores.outbox.add(userPasskeyChanged({ userId, name, change: 'removed', changedAt }));
      });
      return { success: true, message: 'Passkey removed' };
    },
  });
