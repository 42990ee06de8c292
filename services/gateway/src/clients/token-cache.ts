import { keepLastUsed } from '@tributary/work';
import { createHash } from 'node:crypto';
import { type AppError, isAppError } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';

/** The access tokens of API keys or session cookies, cached. */
export interface TokenCache<Presented> {
  /** @throws unauthenticated, forbidden, unavailable */
  tokenFor(presented: Presented): Promise<string>;
  /** Drops the cached token. */
  forget(presented: Presented): void;
}

interface CachedExchange {
  readonly token: string | undefined;
  readonly refusal: AppError | undefined;
  readonly requestedAt: number;
}

export const MAX_CACHED = 10_000;
/** How long a deleted key, or a session that has ended, may still work. */
export const FRESH_MS = 3_000;
/** How long a token is used while identity is unavailable. */
const STALE_MS = MINUTE_MS;

const isRefusal = (error: unknown): error is AppError =>
  isAppError(error) && (error.kind === 'unauthenticated' || error.kind === 'forbidden');

/** Keyed by digest, so that a heap dump holds no secret of a client. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64');

/** Caches tokens and refusals of what clients present, and makes one exchange for concurrent requests. */
export function openTokenCache<Presented>(
  keyOf: (presented: Presented) => string,
  exchange: (presented: Presented) => Promise<string>,
  nowMs: () => number = () => performance.now(),
): TokenCache<Presented> {
  const cache = keepLastUsed<CachedExchange>({ max: MAX_CACHED });
  const pending = new Map<string, Promise<CachedExchange>>();

  const request = async (
    presented: Presented,
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

  const requestOnce = (digest: string, presented: Presented, previous?: CachedExchange) => {
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
      const digest = digestOf(keyOf(presented));
      const cached = cache.get(digest);
      const isFresh = cached !== undefined && nowMs() - cached.requestedAt < FRESH_MS;
      const { token, refusal } = isFresh ? cached : await requestOnce(digest, presented, cached);
      if (token === undefined) throw refusal ?? new Error('The exchange returned no token');
      return token;
    },
    forget: (presented) => {
      cache.delete(digestOf(keyOf(presented)));
    },
  };
}
