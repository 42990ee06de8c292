import { forbidden } from '@tributary/errors';
import { MINUTE_SECONDS } from '@tributary/units';

const FRESH_SECONDS = 15 * MINUTE_SECONDS;

/** For `errors` of every route that requires it. */
export const freshSignInErrors = {
  step_up_required: 'The person signed in more than 15 minutes ago: sign in again (403)',
} as const;

/**
 * Requires that the person signed in within 15 minutes, because a stolen token must not add or remove a
 * way to sign in.
 * @param authTime seconds since 1970
 * @throws forbidden `step_up_required`
 */
export function requireFreshSignIn(authTime: number | undefined, now: Date): void {
  if (authTime !== undefined && now.getTime() / 1_000 - authTime <= FRESH_SECONDS) return;
  throw forbidden('step_up_required', { message: 'Sign in again to change how you sign in' });
}
