import { isAppError } from '@tributary/errors';
import { type Actor, type RateLimitState } from '@tributary/service/edge';
import { type PresentedApiKey } from '../clients/identity-client.ts';
import { type Deps } from '../deps.ts';

/** An authenticated caller within the limits. */
export interface Admission {
  /** The Authorization header for the service: the caller's, or a token in place of an API key. */
  readonly authorization: string | undefined;
  /** The caller's rate limit; undefined where the limit is disabled. */
  readonly limit: RateLimitState | undefined;
}

export type AdmitCaller = (
  authorization: string | undefined,
  clientIp: string,
) => Promise<Admission>;

type AdmitCallerDeps = Pick<Deps, 'apiKeys' | 'limiter' | 'quota' | 'verifier'>;

const API_KEY = /^Bearer (trk_[\w-]{20,200})$/;

/**
 * Authenticates a caller and counts the request. @throws unauthenticated; forbidden; rate_limited; unavailable where
 * tokens cannot be verified
 */
export function admitCaller({ verifier, apiKeys, limiter, quota }: AdmitCallerDeps): AdmitCaller {
  const byApiKey = async (
    presented: PresentedApiKey,
  ): Promise<{ actor: Actor; authorization: string }> => {
    const authorization = `Bearer ${await apiKeys.tokenFor(presented)}`;
    try {
      return { actor: await verifier.verify(authorization), authorization };
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'unauthenticated') throw error;
      // The user's tokens were revoked; identity decides whether the key is still valid.
      apiKeys.forget(presented);
      const renewed = `Bearer ${await apiKeys.tokenFor(presented)}`;
      return { actor: await verifier.verify(renewed), authorization: renewed };
    }
  };

  /** A request above the limit per minute does not count towards the month. */
  const countCall = async (actor: Actor) => {
    const limit = await limiter.consume(actor.id);
    quota.count(actor);
    return limit;
  };

  return async (header, clientIp) => {
    const apiKey = header === undefined ? undefined : API_KEY.exec(header)?.[1];
    if (apiKey === undefined) {
      const actor = await verifier.verify(header);
      return { authorization: header, limit: await countCall(actor) };
    }
    const { actor, authorization } = await byApiKey({ apiKey, clientIp });
    return { authorization, limit: await countCall(actor) };
  };
}
