import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { unavailable } from '@tributary/errors';

const jwks = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA'), alg: z.literal('RS256') })),
});

const REFETCH_AFTER_MS = 10_000;
/** So long a key that was withdrawn may go on. */
const STALE_AFTER_MS = 300_000;
const FETCH_TIMEOUT_MS = 2_000;

/** The public keys of identity by key id; new ones are found when a token names them. */
export interface KeySet {
  find(kid: string): Promise<KeyObject | undefined>;
}

/**
 * Keys fetched from a JWKS address. An unknown key id asks again, at most once in 10 s; the whole set
 * is renewed behind the calls every 5 minutes, so that withdrawn keys are forgotten.
 */
export function openKeySet(jwksUrl: string): KeySet {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const fetchKeys = async (): Promise<void> => {
    const response = await fetch(jwksUrl, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`JWKS answered ${String(response.status)}`);
    const set = jwks.parse(await response.json());
    keys = new Map(set.keys.map((key) => [key.kid, createPublicKey({ key: key, format: 'jwk' })]));
    fetchedAt = performance.now();
  };

  const refetch = (): Promise<void> => {
    triedAt = performance.now();
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  return {
    find: async (kid) => {
      const known = keys.get(kid);
      const now = performance.now();
      if (known !== undefined) {
        const stale = now - fetchedAt > STALE_AFTER_MS && now - triedAt > REFETCH_AFTER_MS;
        // While identity is away the keys we have go on.
        if (stale) refetch().catch(() => undefined);
        return known;
      }
      if (now - fetchedAt < REFETCH_AFTER_MS) return undefined;
      try {
        await refetch();
      } catch (cause) {
        throw unavailable('keys_unavailable', {
          message: 'Tokens cannot be checked at the moment',
          retryAfterSeconds: 1,
          cause,
        });
      }
      return keys.get(kid);
    },
  };
}

/** A key set that is at hand, for identity itself and for tests. */
export const fixedKeySet = (keys: ReadonlyMap<string, KeyObject>): KeySet => ({
  find: (kid) => Promise.resolve(keys.get(kid)),
});
