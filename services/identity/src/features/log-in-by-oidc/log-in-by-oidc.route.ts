import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { oidcCodeField, oidcCookieOf } from '../../views/oidc-view.ts';
import { sessionResponse } from '../../views/session-view.ts';
import { signInClientOf } from '../../views/sign-in-client.ts';
import { signInErrorBodies, signInErrors, signInReply } from '../../views/sign-in-view.ts';
import { logInByOidc } from './log-in-by-oidc.ts';

export const logInByOidcRoute = (deps: Deps) =>
  route({
    operationId: 'logInByOidc',
    method: 'post',
    path: '/api/auth/oidc/session',
    summary: 'Sign in by the code of a redirect',
    description:
      'Works once, in the browser that began. The provider’s account must be linked to a login before ' +
      'by `POST /api/auth/oidc/links`; no e-mail address of the provider creates or claims one.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({
      code: oidcCodeField,
      /** Another account of the login; left out, its own. */
      account_id: z.uuid().optional(),
    }),
    response: sessionResponse,
    errors: {
      invalid_oidc_code: 'Used before, expired, or of another browser (401)',
      ...signInErrors,
      oidc_not_linked:
        'No login is linked: sign in another way and link the provider by `POST /api/auth/oidc/links/start` (403)',
      account_suspended: 'The account has been suspended (403)',
      not_a_member: 'The login is no member of the account `account_id` (403)',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    errorBodies: signInErrorBodies,
    handle: async ({ body, request }) => {
      await deps.limits.passkey(request.ip);
      const outcome = await logInByOidc(deps)({
        code: body.code,
        browserSecret: oidcCookieOf(deps.config.publicUrl, request),
        accountId: body.account_id,
        ...signInClientOf(request),
      });
      return signInReply(outcome, {});
    },
  });
