import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';

export const deleteApiKeyRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/auth/api-keys/:api_key_id',
    summary: 'Delete an API key',
    description: 'It stops working within seconds.',
    allow: 'signed_in',
    params: z.object({ api_key_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params, actor }) => {
      const removed = await deps.apiKeys.remove(params.api_key_id, actor.id);
      if (!removed) throw notFound('not_found', { message: 'There is no such record' });
      return { success: true, message: 'API key deleted' };
    },
  });
