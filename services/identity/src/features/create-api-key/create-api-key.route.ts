import { z } from 'zod';
import { conflict, invalidFields } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type ApiKey, apiKeyScopes, MAX_API_KEYS } from '../../domain/api-key.ts';
import { digestOf, newApiKey } from '../../workflows/opaque-token.ts';
import { apiKeyView, viewApiKey } from '../../views/api-key-view.ts';

const requestBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1)
    .transform((scopes) => [...new Set(scopes)]),
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullish(),
});

/** Not idempotent on purpose: a replay would have to keep the key, which is shown once. */
export const createApiKeyRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/auth/api-keys',
    summary: 'Make an API key',
    description:
      'For calls from server to server, as `Authorization: Bearer trk_…`. The key acts for its ' +
      'owner within its scopes and is shown in this answer only.',
    allow: 'signed_in',
    body: requestBody,
    status: 201,
    response: apiKeyView.extend({ key: z.string() }),
    errors: { api_key_limit_reached: `At most ${String(MAX_API_KEYS)} keys per account` },
    handle: async ({ body, actor }) => {
      const now = deps.clock.now();
      const expiresAt = body.expires_at ?? null;
      if (expiresAt !== null && expiresAt <= now) {
        throw invalidFields([{ path: 'expires_at', message: 'Must lie in the future' }]);
      }
      // A guard against heaps of keys; two calls at once may pass it by one.
      if ((await deps.apiKeys.count(actor.id)) >= MAX_API_KEYS) {
        throw conflict('api_key_limit_reached', { message: 'Delete a key first' });
      }
      const key = newApiKey();
      const created: ApiKey = {
        id: deps.newId(),
        userId: actor.id,
        name: body.name,
        scopes: body.scopes,
        keyHash: digestOf(key),
        lastCharacters: key.slice(-4),
        createdAt: now,
        expiresAt,
        lastUsedAt: null,
      };
      await deps.apiKeys.create(created);
      return { ...viewApiKey(created), key };
    },
  });
