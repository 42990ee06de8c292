import { unauthenticated } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { type ApiKey, isExpired } from '../../domain/api-key.ts';
import { digestOf } from '../../workflows/opaque-token.ts';
import { type IssuedAccessToken } from '../../workflows/access-token-issuer.ts';

const TOUCH_AFTER_MS = MINUTE_MS;

const refused = () => unauthenticated('invalid_token', { message: 'The API key is not valid' });

/** Notes that the key is in use, at most once a minute. */
async function touch(deps: Deps, key: ApiKey, now: Date): Promise<void> {
  const { id, lastUsedAt } = key;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < TOUCH_AFTER_MS) return;
  await deps.apiKeys.touch(id, now);
}

/** A short-lived access token for an API key. @throws unauthenticated `invalid_token` */
export const exchangeApiKey =
  (deps: Deps) =>
  async (apiKey: string): Promise<IssuedAccessToken> => {
    const now = deps.clock.now();
    const key = await deps.apiKeys.findByHash(digestOf(apiKey));
    if (key === undefined || isExpired(key, now)) throw refused();
    const user = await deps.users.find(key.userId);
    if (user === undefined || user.status === 'suspended') throw refused();
    await touch(deps, key, now);
    return deps.tokens.forApiKey(user, key, now);
  };
