import { isAppError } from '@tributary/errors';
import { type Actor, type RateLimiter, type TokenVerifier } from '@tributary/service/edge';
import { type Admission } from '../http/admission.ts';
import { type ApiKeyTokens } from '../clients/api-key-tokens.ts';

export type AdmitCaller = (authorization: string | undefined) => Promise<Admission>;

interface Parts {
  readonly verifier: TokenVerifier;
  readonly apiKeys: ApiKeyTokens;
  readonly limiter: RateLimiter;
  /** Refuses who has used up the month. */
  readonly quota: { count(actor: Actor): void };
}

const API_KEY = /^Bearer (trk_[\w-]{20,200})$/;

/**
 * Checks who calls and counts the call. @throws unauthenticated; rate_limited; unavailable where
 * tokens cannot be checked
 */
export function openAdmitCaller({ verifier, apiKeys, limiter, quota }: Parts): AdmitCaller {
  const byApiKey = async (apiKey: string): Promise<{ actor: Actor; authorization: string }> => {
    const authorization = `Bearer ${await apiKeys.tokenFor(apiKey)}`;
    try {
      return { actor: await verifier.verify(authorization), authorization };
    } catch (error) {
      if (!isAppError(error) || error.kind !== 'unauthenticated') throw error;
      // All tokens of the user were revoked since; identity knows whether the key still counts.
      apiKeys.forget(apiKey);
      const renewed = `Bearer ${await apiKeys.tokenFor(apiKey)}`;
      return { actor: await verifier.verify(renewed), authorization: renewed };
    }
  };

  /** What a minute refuses does not count for the month. */
  const countCall = async (actor: Actor) => {
    const limit = await limiter.consume(actor.id);
    quota.count(actor);
    return limit;
  };

  return async (given) => {
    const apiKey = given === undefined ? undefined : API_KEY.exec(given)?.[1];
    if (apiKey === undefined) {
      const actor = await verifier.verify(given);
      return { authorization: given, limit: await countCall(actor) };
    }
    const { actor, authorization } = await byApiKey(apiKey);
    return { authorization, limit: await countCall(actor) };
  };
}
