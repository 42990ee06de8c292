import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { emailField, currentPasswordField } from '../../views/account-fields.ts';
import { sessionResponse } from '../../views/session-view.ts';
import { signInErrorBodies, signInErrors, signInReply } from '../../views/sign-in-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { isKnownNetwork, logIn } from './log-in.ts';

export const logInRoute = (deps: Deps) =>
  route({
    operationId: 'logIn',
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in',
    description:
      'By e-mail address and password. A login with a second factor answers 401 `second_factor_required` with a `challenge_token` that continues the sign-in.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_LOGIN_PER_MINUTE'],
    body: z.strictObject({
      email: emailField,
      password: currentPasswordField,
      /** Another account of the login; left out, its own. */
      account_id: z.uuid().optional(),
    }),
    response: sessionResponse,
    errors: {
      invalid_credentials: 'The e-mail address or the password is wrong (401)',
      ...signInErrors,
      account_suspended: 'The account has been suspended (403)',
      not_a_member: 'The login is no member of the account `account_id` (403)',
      rate_limit_exceeded:
        'At most 10 sign-ins per minute for one account from one network, 100 failures of one network, and 100 for one account from networks that it has not signed in from',
    },
    errorBodies: signInErrorBodies,
    handle: async ({ body, request }) => {
      const { account_id: accountId, ...credentials } = body;
      const isKnown = () => isKnownNetwork(deps)({ email: body.email, ip: request.ip });
      const headers = await deps.limits.login(request.ip, body.email, isKnown);
      const outcome = await logIn(deps)({
        ...credentials,
        accountId,
        ...signInClientOf(request),
      });
      await deps.limits.signedIn(request.ip);
      return signInReply(outcome, headers);
    },
  });
