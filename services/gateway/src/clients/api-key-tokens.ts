import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type AppError, isAppError } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';

/** Trades an API key for an access token. @throws unauthenticated, unavailable */
export type ExchangeApiKey = (apiKey: string) => Promise<string>;

export interface ApiKeyTokens {
  /** The access token that stands for the key at the moment. @throws unauthenticated, unavailable */
  tokenFor(apiKey: string): Promise<string>;
  /** Forgets the token, because it no longer counts. */
  forget(apiKey: string): void;
}

interface Known {
  readonly token: string | undefined;
  readonly refusal: AppError | undefined;
  readonly askedAt: number;
}

const KNOWN_KEYS = 10_000;
/** So long a deleted key may go on. */
const FRESH_MS = 3_000;
/** So long a key goes on while identity cannot be asked. */
const STALE_MS = MINUTE_MS;

const isRefusal = (error: unknown): error is AppError =>
  isAppError(error) && error.kind === 'unauthenticated';

/** Remembers tokens for seconds, by the digest of their key, and asks once for calls at one time. */
export function openApiKeyTokens(
  exchange: ExchangeApiKey,
  nowMs: () => number = () => performance.now(),
): ApiKeyTokens {
  const known = new LRUCache<string, Known>({ max: KNOWN_KEYS });
  const asking = new Map<string, Promise<Known>>();
  const digestOf = (apiKey: string): string => createHash('sha256').update(apiKey).digest('base64');

  const ask = async (apiKey: string, earlier: Known | undefined): Promise<Known> => {
    const askedAt = nowMs();
    try {
      return { token: await exchange(apiKey), refusal: undefined, askedAt };
    } catch (error) {
      if (isRefusal(error)) return { token: undefined, refusal: error, askedAt };
      const usable = earlier?.token !== undefined && askedAt - earlier.askedAt < STALE_MS;
      if (usable) return earlier;
      throw error;
    }
  };

  const askOnce = (digest: string, apiKey: string, earlier: Known | undefined): Promise<Known> => {
    const underWay = asking.get(digest);
    if (underWay !== undefined) return underWay;
    const answer = ask(apiKey, earlier)
      .then((found) => {
        known.set(digest, found);
        return found;
      })
      .finally(() => asking.delete(digest));
    asking.set(digest, answer);
    return answer;
  };

  return {
    tokenFor: async (apiKey) => {
      const digest = digestOf(apiKey);
      const earlier = known.get(digest);
      const fresh = earlier !== undefined && nowMs() - earlier.askedAt < FRESH_MS;
      const { token, refusal } = fresh ? earlier : await askOnce(digest, apiKey, earlier);
      if (token === undefined) throw refusal ?? new Error('An API key led to nothing');
      return token;
    },
    forget: (apiKey) => {
      known.delete(digestOf(apiKey));
    },
  };
}
