import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { apiKeyResponse, apiKeyView } from '../../views/api-key-view.ts';

export const listApiKeysRoute = (deps: Deps) =>
  route({
    operationId: 'listApiKeys',
    method: 'get',
    path: '/api/auth/api-keys',
    summary: 'The caller’s API keys',
    description: 'Without the keys themselves, which are shown only once.',
    allow: 'signed_in',
    permission: 'keys:read',
    response: z.object({ api_keys: z.array(apiKeyResponse) }),
    handle: async ({ actor }) => {
      const keys = await deps.apiKeys.listOf(actor.id);
      return { api_keys: keys.map(apiKeyView) };
    },
  });
