import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { codeErrors, codeField } from '../../views/second-factor-fields.ts';
import { sessionReply, sessionResponse } from '../../views/session-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { finishLogIn } from './finish-log-in.ts';

export const finishLogInRoute = (deps: Deps) =>
  route({
    operationId: 'finishLogIn',
    method: 'post',
    path: '/api/auth/login/second-factor',
    summary: 'Sign in by the second factor',
    description:
      'Continues a sign-in that answered `second_factor_required`, within five minutes and five attempts. A recovery code replaces the code of the app once.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_LOGIN_PER_MINUTE', 'RATE_LIMIT_SECOND_FACTOR_PER_HOUR'],
    body: z.strictObject({
      challenge_token: z.string().regex(/^trc_[\w-]{43}$/, 'Must be a token of a sign-in'),
      code: codeField,
    }),
    response: sessionResponse,
    errors: {
      ...codeErrors,
      invalid_challenge: 'Used, expired, or out of attempts: sign in again (401)',
      account_suspended: 'The account has been suspended (403)',
      not_a_member: 'The login is no member of the account any more (403)',
    },
    handle: async ({ body, request }) => {
      const headers = await deps.limits.secondFactor(request.ip);
      const { challenge_token: challengeToken, code } = body;
      const client = signInClientOf(request);
      const opened = await finishLogIn(deps)({ challengeToken, code, client });
      await deps.limits.signedIn(request.ip);
      return sessionReply(200, opened, headers);
    },
  });
