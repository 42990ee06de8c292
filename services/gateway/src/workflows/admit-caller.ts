import { isAppError } from '@tributary/errors';
import { type Actor, type RateLimitState } from '@tributary/service/edge';
import { type TokenCache } from '../clients/token-cache.ts';
import { type Deps } from '../deps.ts';

/** An authenticated caller within the limits. */
export interface Admission {
  /** The Authorization header for the service: the caller's, or a token in place of an API key or session cookie. */
  readonly authorization: string | undefined;
  /** The caller's rate limit; undefined where the limit is disabled. */
  readonly limit: RateLimitState | undefined;
  /** Whether an operator calls by an access token, not by a key. */
  readonly isOperator: boolean;
}

/** By what a caller is recognised: the Authorization header, otherwise a browser's session cookie. */
export interface Presented {
  readonly authorization: string | undefined;
  /** Undefined unless the request may use it. */
  readonly cookie: string | undefined;
  readonly clientIp: string;
  /** Called with the account of an API key, before its request is counted. */
  readonly onApiKey: (actor: Actor) => void;
}

/** At once where nothing has to be awaited, as for most requests. */
export type AdmitCaller = (presented: Presented) => Admission | Promise<Admission>;

type AdmitCallerDeps = Pick<Deps, 'apiKeys' | 'limiter' | 'quota' | 'sessions' | 'verifier'>;

const API_KEY = /^Bearer (trk_[\w-]{20,200})$/;

/**
 * Authenticates a caller and counts the request. @throws unauthenticated; forbidden; rate_limited; unavailable where
 * tokens cannot be verified
 */
export function admitCaller(deps: AdmitCallerDeps): AdmitCaller {
  const { verifier, apiKeys, sessions, limiter, quota } = deps;

  /** Verifies the cached token of an API key or session cookie. */
  const byCached = async <Secret>(
    tokens: TokenCache<Secret>,
    presented: Secret,
  ): Promise<{ actor: Actor; authorization: string }> => {
    const authorization = `Bearer ${await tokens.tokenFor(presented)}`;
    try {
      return { actor: await verifier.verify(authorization), authorization };
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'unauthenticated') throw error;
      // The token was revoked; identity decides whether the key or session is still valid.
      tokens.forget(presented);
      const renewed = `Bearer ${await tokens.tokenFor(presented)}`;
      return { actor: await verifier.verify(renewed), authorization: renewed };
    }
  };

  const recognise = async ({ authorization, cookie, clientIp }: Presented) => {
    if (cookie !== undefined) return byCached(sessions, cookie);
    const apiKey = authorization === undefined ? undefined : API_KEY.exec(authorization)?.[1];
    if (apiKey !== undefined) return byCached(apiKeys, { apiKey, clientIp });
    return { actor: await verifier.verify(authorization), authorization };
  };

  /** A request above the limit per minute does not count towards the month. */
  const countCall = (
    actor: Actor,
    authorization: string | undefined,
  ): Admission | Promise<Admission> => {
    const limit = limiter.count(actor.id);
    const isOperator = actor.role === 'admin' && actor.apiKeyId === undefined;
    if (limit instanceof Promise) {
      return limit.then((state) => {
        quota.count(actor);
        return { authorization, limit: state, isOperator };
      });
    }
    quota.count(actor);
    return { authorization, limit, isOperator };
  };

  return (presented) => {
    const { authorization, cookie, onApiKey } = presented;
    const known = cookie === undefined ? verifier.known(authorization) : undefined;
    if (known !== undefined) return countCall(known, authorization);
    return recognise(presented).then((caller) => {
      if (caller.actor.apiKeyId !== undefined) onApiKey(caller.actor);
      return countCall(caller.actor, caller.authorization);
    });
  };
}
