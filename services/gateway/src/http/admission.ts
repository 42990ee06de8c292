import { type RateLimitState } from '@tributary/service/edge';

/** What was found of a caller who may pass. */
export interface Admission {
  /** The Authorization header to hand on: the caller's own, or a token in place of an API key. */
  readonly authorization: string | undefined;
  /** How the caller's counter stands; undefined where the limit is off. */
  readonly limit: RateLimitState | undefined;
}
