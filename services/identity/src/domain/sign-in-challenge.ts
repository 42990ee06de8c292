import { unauthenticated } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';

const LIFETIME_MS = 5 * MINUTE_MS;
/** Codes that may be tried with one challenge, the right one included. */
export const MAX_ATTEMPTS = 5;

/** A sign-in that waits for its second factor. */
export interface SignInChallenge {
  /** SHA-256 of the token, which itself is not stored. */
  readonly id: string;
  readonly userId: string;
  /** The account that the session will act for; absent for the person's own. */
  readonly accountId?: string;
  /** What has been proved so far (RFC 8176). */
  readonly authMethods: readonly string[];
  /** Codes tried so far. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const expiryOfChallenge = (now: Date): Date => new Date(now.getTime() + LIFETIME_MS);

/** The error for a token that was used, has expired, or had all its attempts. */
export const invalidChallenge = () =>
  unauthenticated('invalid_challenge', { message: 'Sign in again: the challenge is not valid' });
