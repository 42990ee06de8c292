import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type AppError, isAppError } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';
import { type PresentedApiKey } from './identity-client.ts';

/** Exchanges an API key for an access token. @throws unauthenticated, forbidden, unavailable */
export type ExchangeApiKey = (presented: PresentedApiKey) => Promise<string>;

/** The access tokens of API keys, cached. */
export interface ApiKeyTokens {
  /** @throws unauthenticated, forbidden, unavailable */
  tokenFor(presented: PresentedApiKey): Promise<string>;
  /** Drops the cached token of a key for an address. */
  forget(presented: PresentedApiKey): void;
}

interface CachedExchange {
  readonly token: string | undefined;
  readonly refusal: AppError | undefined;
  readonly requestedAt: number;
}

const MAX_CACHED_KEYS = 10_000;
/** How long a deleted key may still work. */
const FRESH_MS = 3_000;
/** How long a key works while identity is unavailable. */
const STALE_MS = MINUTE_MS;

const isRefusal = (error: unknown): error is AppError =>
  isAppError(error) && (error.kind === 'unauthenticated' || error.kind === 'forbidden');

/** Caches tokens and refusals by the digest of key and address, and makes one exchange for concurrent requests. */
export function openApiKeyTokens(
  exchange: ExchangeApiKey,
  nowMs: () => number = () => performance.now(),
): ApiKeyTokens {
  const cache = new LRUCache<string, CachedExchange>({ max: MAX_CACHED_KEYS });
  const pending = new Map<string, Promise<CachedExchange>>();
  const digestOf = ({ apiKey, clientIp }: PresentedApiKey): string =>
    createHash('sha256').update(`${apiKey} ${clientIp}`).digest('base64');

  const request = async (
    presented: PresentedApiKey,
    previous?: CachedExchange,
  ): Promise<CachedExchange> => {
    const requestedAt = nowMs();
    try {
      return { token: await exchange(presented), refusal: undefined, requestedAt };
    } catch (error) {
      if (isRefusal(error)) return { token: undefined, refusal: error, requestedAt };
      const isUsable =
        previous?.token !== undefined && requestedAt - previous.requestedAt < STALE_MS;
      if (isUsable) return previous;
      throw error;
    }
  };

  const requestOnce = (digest: string, presented: PresentedApiKey, previous?: CachedExchange) => {
    const current = pending.get(digest);
    if (current !== undefined) return current;
    const result = request(presented, previous)
      .then((exchanged) => {
        cache.set(digest, exchanged);
        return exchanged;
      })
      .finally(() => pending.delete(digest));
    pending.set(digest, result);
    return result;
  };

  return {
    tokenFor: async (presented) => {
      const digest = digestOf(presented);
      const cached = cache.get(digest);
      const isFresh = cached !== undefined && nowMs() - cached.requestedAt < FRESH_MS;
      const { token, refusal } = isFresh ? cached : await requestOnce(digest, presented, cached);
      if (token === undefined) throw refusal ?? new Error('The exchange returned no token');
      return token;
    },
    forget: (presented) => {
      cache.delete(digestOf(presented));
    },
  };
}
