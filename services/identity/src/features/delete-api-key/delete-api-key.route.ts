import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

export const deleteApiKeyRoute = (deps: Deps) =>
  route({
    operationId: 'deleteApiKey',
    method: 'delete',
    path: '/api/auth/api-keys/:api_key_id',
    summary: 'Delete an API key',
    description: 'The key stops working within seconds.',
    allow: 'signed_in',
    permission: 'keys:write',
    params: z.object({ api_key_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      const id = params.api_key_id;
      await deps.transaction(async ({ apiKeys }) => {
        const before = await apiKeys.delete(id, actor.id);
        if (before === undefined) {
          throw notFound('not_found', { message: 'There is no such record' });
        }
        recordChange({ kind: 'api_key', id, before });
      });
      return { success: true, message: 'API key deleted' };
    },
  });
