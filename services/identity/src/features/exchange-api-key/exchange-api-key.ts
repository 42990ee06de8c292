import { unauthenticated } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type IssuedAccessToken } from '../../domain/access-claims.ts';
import { type ApiKey, isExpired } from '../../domain/api-key.ts';
import { digestOf } from '../../workflows/opaque-token.ts';

const invalidKey = () => unauthenticated('invalid_token', { message: 'The API key is not valid' });

/** Whether the time of the key's last use is so old that it is worth a write. */
const isStale = ({ lastUsedAt }: ApiKey, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS;

/** A short-lived access token for an API key. @throws unauthenticated `invalid_token` */
export const exchangeApiKey =
  ({ apiKeys, users, tokens, clock }: Pick<Deps, 'apiKeys' | 'users' | 'tokens' | 'clock'>) =>
  async (apiKey: string): Promise<IssuedAccessToken> => {
    const now = clock.now();
    const key = await apiKeys.findByHash(digestOf(apiKey));
    if (key === undefined || isExpired(key, now)) throw invalidKey();
    const user = await users.find(key.userId);
    if (user === undefined || user.status === 'suspended') throw invalidKey();
    if (isStale(key, now)) await apiKeys.setLastUsed(key.id, now);
    return tokens.forApiKey(user, key, now);
  };
