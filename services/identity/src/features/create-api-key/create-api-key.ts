import { hasPermission, type MemberRole, type Permission } from '@tributary/contracts';
import { conflict, forbidden, invalidFields } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type ApiKey, MAX_API_KEYS } from '../../domain/api-key.ts';
import { digestOf, newApiKey } from '../../workflows/opaque-token.ts';

interface Input extends Pick<ApiKey, 'userId' | 'name' | 'expiresAt' | 'allowedAddresses'> {
  readonly scopes: readonly Permission[];
  /** The member who makes the key, and the member’s role. */
  readonly maker: { readonly id: string; readonly role: MemberRole };
}

/** A key never has more than its maker. @throws forbidden `missing_permission` */
function refuseMoreThanMaker({ scopes, maker }: Pick<Input, 'scopes' | 'maker'>): void {
  const missing = scopes.find((scope) => !hasPermission(maker.role, scope));
  if (missing === undefined) return;
  throw forbidden('missing_permission', {
    message: `The role ${maker.role} lacks the permission ${missing}`,
  });
}

/**
 * Creates an API key, whose text is returned once.
 * @throws invalid; forbidden `missing_permission`; conflict `api_key_limit_reached`
 */
export const createApiKey =
  ({
    apiKeys,
    transaction,
    clock,
    newId,
  }: Pick<Deps, 'apiKeys' | 'transaction' | 'clock' | 'newId'>) =>
  async (input: Input): Promise<{ apiKey: ApiKey; key: string }> => {
    const { userId, name, scopes, allowedAddresses = [], expiresAt, maker } = input;
    refuseMoreThanMaker(input);
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
      makerId: maker.id,
      name,
      scopes,
      allowedAddresses,
      keyHash: digestOf(key),
      lastCharacters: key.slice(-4),
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
    };
    await transaction(async (stores) => {
      await stores.apiKeys.create(apiKey);
      recordChange({ kind: 'api_key', id: apiKey.id, after: apiKey });
    });
    return { apiKey, key };
  };
