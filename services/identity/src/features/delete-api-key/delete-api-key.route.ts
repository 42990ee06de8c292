import { z } from 'zod';
import { notFound } from '@tributary/errors';
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
        const isDeleted = await apiKeys.delete(id, actor.id);
        if (!isDeleted) throw notFound('not_found', { message: 'There is no such record' });
      });
      return { success: true, message: 'API key deleted' };
    },
  });
