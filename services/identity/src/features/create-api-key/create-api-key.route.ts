import { z } from 'zod';
import { apiKeyScopes } from '@tributary/contracts';
import { parseNetworks, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { MAX_ALLOWED_ADDRESSES, MAX_API_KEYS } from '../../domain/api-key.ts';
import { apiKeyResponse, apiKeyView } from '../../views/api-key-view.ts';
import { createApiKey } from './create-api-key.ts';

const requestBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1)
    .transform((scopes) => [...new Set(scopes)]),
  allowed_addresses: z
    .array(
      z
        .string()
        .trim()
        .max(64)
        .refine((entry) => parseNetworks([entry]) !== undefined, 'Must be an IP address or a CIDR'),
    )
    .max(MAX_ALLOWED_ADDRESSES)
    .optional(),
  expires_at: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .nullish(),
});

/** Not idempotent, because a replay would have to store the key, which is shown once. */
export const createApiKeyRoute = (deps: Deps) =>
  route({
    operationId: 'createApiKey',
    method: 'post',
    path: '/api/auth/api-keys',
    summary: 'Create an API key',
    description:
      'For calls from server to server, as `Authorization: Bearer trk_…`. The key acts for its ' +
      'account within its scopes, and never beyond the role of the member who made it. With `allowed_addresses` (IPv4, IPv6 or CIDR) it works from there only. It is shown in this response only.',
    allow: 'signed_in',
    permission: 'keys:write',
    stepUp: true,
    body: requestBody,
    status: 201,
    response: apiKeyResponse.extend({ key: z.string() }),
    errors: {
      missing_permission: 'The caller’s role lacks one of the scopes (403)',
      api_key_limit_reached: `At most ${String(MAX_API_KEYS)} keys per account (409)`,
    },
    handle: async ({ body, actor }) => {
      const { name, scopes, expires_at: expiresAt = null } = body;
      const allowedAddresses = body.allowed_addresses ?? [];
      const maker = { id: actor.memberId, role: actor.memberRole };
      const input = { userId: actor.id, maker, name, scopes, allowedAddresses, expiresAt };
      const { apiKey, key } = await createApiKey(deps)(input);
      return { ...apiKeyView(apiKey), key };
    },
  });
