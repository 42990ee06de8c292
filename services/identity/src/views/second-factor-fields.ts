import { z } from 'zod';

/** A code of the authenticator app, or a recovery code with or without its hyphens. */
export const codeField = z
  .string()
  .trim()
  .regex(/^(\d{6}|[A-Za-z2-7\s-]{16,30})$/, 'Must be a code of six digits, or a recovery code');

/** A code of the authenticator app. */
export const appCodeField = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Must be a code of six digits');

/** Recovery codes, shown once. */
export const recoveryCodesField = z.array(z.string());

/** For the `errors` of every route that adds or removes a way to sign in. */
export const signInChangeErrors = {
  second_factor_required:
    'The login has a passkey or an authenticator app: sign in by it first (403)',
} as const;

/** For the `errors` of routes that take a code. */
export const codeErrors = {
  wrong_code: 'The code is wrong, too old, or was used before (403)',
  rate_limit_exceeded: 'At most 20 wrong codes per login and hour (429)',
} as const;
