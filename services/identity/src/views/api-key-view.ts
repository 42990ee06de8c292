import { z } from 'zod';
import { type ApiKey } from '../domain/api-key.ts';

/** An API key as its owner sees it; the key itself is shown once, when it is created. */
export const apiKeyResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** The last characters of the key, to distinguish keys. */
    last_characters: z.string(),
    scopes: z.array(z.string()),
    /** Addresses and CIDRs from which the key works; empty: from everywhere. */
    allowed_addresses: z.array(z.string()),
    /** The member who made the key. */
    created_by: z.uuid(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself' });

export const apiKeyView = (key: ApiKey): z.output<typeof apiKeyResponse> => ({
  id: key.id,
  name: key.name,
  last_characters: key.lastCharacters,
  scopes: [...key.scopes],
  allowed_addresses: [...(key.allowedAddresses ?? [])],
  created_by: key.makerId ?? key.userId,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});
