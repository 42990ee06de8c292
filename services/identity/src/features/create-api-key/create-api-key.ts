import { conflict, invalidFields } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type ApiKey, MAX_API_KEYS } from '../../domain/api-key.ts';
import { digestOf, newApiKey } from '../../workflows/opaque-token.ts';

type Input = Pick<ApiKey, 'userId' | 'name' | 'scopes' | 'expiresAt'>;

/** Creates an API key, whose text is returned once. @throws invalid; conflict `api_key_limit_reached` */
export const createApiKey =
  ({ apiKeys, clock, newId }: Pick<Deps, 'apiKeys' | 'clock' | 'newId'>) =>
  async ({ userId, name, scopes, expiresAt }: Input): Promise<{ apiKey: ApiKey; key: string }> => {
    const now = clock.now();
    if (expiresAt !== null && expiresAt <= now) {
      throw invalidFields([{ path: 'expires_at', message: 'Must lie in the future' }]);
    }
    // Only a guard against heaps of keys: two requests at once may exceed it by one.
    if ((await apiKeys.count(userId)) >= MAX_API_KEYS) {
      throw conflict('api_key_limit_reached', { message: 'Delete a key first' });
    }
    const key = newApiKey();
    const apiKey: ApiKey = {
      id: newId(),
      userId,
      name,
      scopes,
      keyHash: digestOf(key),
      lastCharacters: key.slice(-4),
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
    };
    await apiKeys.create(apiKey);
    return { apiKey, key };
  };
