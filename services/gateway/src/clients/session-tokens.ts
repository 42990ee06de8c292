import { keepLastUsed } from '@tributary/work';
import { type ExchangedCookie } from './identity-client.ts';
import { digestOf, FRESH_MS, MAX_CACHED, openTokenCache, type TokenCache } from './token-cache.ts';

/** The access tokens of session cookies, cached, and their successors. */
export interface SessionTokens extends TokenCache<string> {
  /** The successor of a cookie, for the response to one request; undefined where there is none, or for the others. */
  takeSuccessor(cookie: string): string | undefined;
}

/** @param exchange throws unauthenticated, forbidden, unavailable */
export function openSessionTokens(
  exchange: (cookie: string) => Promise<ExchangedCookie>,
  nowMs?: () => number,
): SessionTokens {
  const successors = keepLastUsed<string>({ max: MAX_CACHED, ttl: FRESH_MS });
  const tokens = openTokenCache(
    (cookie: string) => cookie,
    async (cookie) => {
      const { accessToken, successor } = await exchange(cookie);
      if (successor !== undefined) successors.set(digestOf(cookie), successor);
      return accessToken;
    },
    nowMs,
  );
  return {
    ...tokens,
    takeSuccessor: (cookie) => {
      if (successors.size === 0) return undefined;
      const digest = digestOf(cookie);
      const successor = successors.get(digest);
      successors.delete(digest);
      return successor;
    },
  };
}
