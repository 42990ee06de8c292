import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyChange } from '../../domain/audit-entry.ts';
import { line } from '../../views/account-fields.ts';
import { passkeyResponse, passkeyView } from '../../views/passkey-view.ts';

export const updatePasskeyRoute = (deps: Deps) =>
  route({
    operationId: 'updatePasskey',
    method: 'put',
    path: '/api/auth/passkeys/:passkey_id',
    summary: 'Rename a passkey',
    description: 'The name is for its owner alone.',
    allow: 'signed_in',
    permission: 'login:write',
    params: z.object({ passkey_id: z.uuid() }),
    body: z.strictObject({ name: line(1, 100) }),
    response: passkeyResponse,
    handle: async ({ params, body, actor }) => {
      const { name } = body;
      const renamed = await deps.transaction(async ({ passkeys }) => {
        const before = await passkeys.rename(params.passkey_id, actor.memberId, name);
        if (before === undefined) {
          throw notFound('not_found', { message: 'There is no such record' });
        }
        const after = { ...before, name };
        recordChange(passkeyChange(before, { before, after }));
        return after;
      });
      return passkeyView(renamed);
    },
  });
