import { z } from 'zod';
import { type Reply, reply } from '@tributary/service';
import { type OpenedSession, sessionReply } from './session-view.ts';

/** A session, or the token by which the second factor continues the sign-in. */
export type SignInOutcome =
  | { readonly opened: OpenedSession }
  | { readonly challenge: { readonly token: string; readonly expiresAt: Date } };

const refusal = z
  .looseObject({
    error: z.string(),
    message: z.string(),
    detail: z.string(),
    /** With `second_factor_required`: continues the sign-in, until `challenge_expires_at`. */
    challenge_token: z.string().optional(),
    challenge_expires_at: z.iso.datetime().optional(),
  })
  .meta({
    id: 'SignInError',
    description: 'A refused sign-in; with `second_factor_required`, how it continues',
  });

/** For `errors` and `errorBodies` of every route that signs in. */
export const signInErrors = {
  second_factor_required:
    'The login has a second factor: send `challenge_token` with a code to `POST /api/auth/login/second-factor` (401)',
} as const;
export const signInErrorBodies = { '401': refusal } as const;

/** The response to a sign-in. */
export function signInReply(
  outcome: SignInOutcome,
  headers: Readonly<Record<string, string>>,
): Reply {
  if ('opened' in outcome) return sessionReply(200, outcome.opened, headers);
  const { token, expiresAt } = outcome.challenge;
  const body: z.output<typeof refusal> = {
    error: 'second_factor_required',
    message: 'Send a code of the second factor',
    detail: '',
    challenge_token: token,
    challenge_expires_at: expiresAt.toISOString(),
  };
  return reply(401, { headers: { ...headers, 'www-authenticate': 'Bearer' }, body });
}
