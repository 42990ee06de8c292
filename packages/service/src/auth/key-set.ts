import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { unavailable } from '@tributary/errors';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service-tokens';
import { type InnerTls } from '@tributary/grpc';
import { readJson } from './read-json.ts';

const jwks = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA'), alg: z.literal('RS256') })),
});

const REFETCH_AFTER_MS = 10_000;
/** How long a withdrawn key may still be used. */
const STALE_AFTER_MS = 300_000;
const FETCH_TIMEOUT_MS = 2_000;

/** Identity’s public keys by key id; a new key is fetched when a token names it. */
export interface KeySet {
  find(kid: string): Promise<KeyObject | undefined>;
}

async function keysAt(
  url: string,
  token: string,
  tls: InnerTls | undefined,
): Promise<Map<string, KeyObject>> {
  const headers = { [SERVICE_TOKEN_HEADER]: token };
  const set = jwks.parse(await readJson(url, { headers, timeoutMs: FETCH_TIMEOUT_MS, tls }));
  return new Map(set.keys.map((key) => [key.kid, createPublicKey({ key: key, format: 'jwk' })]));
}

/**
 * Keys from a JWKS address. An unknown key id causes a fetch, at most once in 10 s. The whole set
 * is refreshed in the background every 5 minutes, so that withdrawn keys are removed.
 * @param tls the certificates with which identity is reached, where the address is https
 */
export function openKeySet(
  jwksUrl: string,
  tokens: Pick<ServiceTokens, 'tokenFor'>,
  tls?: InnerTls,
): KeySet {
  let keys = new Map<string, KeyObject>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const fetchKeys = async (): Promise<void> => {
    keys = await keysAt(jwksUrl, tokens.tokenFor('identity'), tls);
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
        // While identity is down, the known keys remain in use.
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

/** A fixed key set, for identity itself and for tests. */
export const fixedKeySet = (keys: ReadonlyMap<string, KeyObject>): KeySet => ({
  find: (kid) => Promise.resolve(keys.get(kid)),
});
