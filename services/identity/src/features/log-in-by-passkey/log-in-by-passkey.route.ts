import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { assertionCredential, passkeyTokenField } from '../../views/passkey-view.ts';
import { sessionResponse } from '../../views/session-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { signInReply } from '../../views/sign-in-view.ts';
import { logInByPasskey } from './log-in-by-passkey.ts';

export const logInByPasskeyRoute = (deps: Deps) =>
  route({
    operationId: 'logInByPasskey',
    method: 'post',
    path: '/api/auth/login/passkey',
    summary: 'Sign in by a passkey',
    description:
      'A passkey that verified its user counts as two factors; no other one is required.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({
      challenge_token: passkeyTokenField,
      /** The JSON form of what `navigator.credentials.get` returned. */
      credential: assertionCredential,
      /** Another account of the login; left out, its own. */
      account_id: z.uuid().optional(),
    }),
    response: sessionResponse,
    errors: {
      invalid_passkey:
        'Unknown passkey, used or expired challenge, or an answer that does not fit (401)',
      account_suspended: 'The account has been suspended (403)',
      not_a_member: 'The login is no member of the account `account_id` (403)',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ body, request }) => {
      await deps.limits.passkey(request.ip);
      const outcome = await logInByPasskey(deps)({
        credential: body.credential,
        challengeToken: body.challenge_token,
        accountId: body.account_id,
        ...signInClientOf(request),
      });
      return signInReply(outcome, {});
    },
  });
