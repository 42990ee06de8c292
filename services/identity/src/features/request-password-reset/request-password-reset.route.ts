import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { emailField } from '../../views/account-fields.ts';

export const requestPasswordResetRoute = (deps: Deps) =>
  route({
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/api/auth/forgot-password',
    summary: 'Request a link to set a new password',
    description:
      'The same response after the same time whether or not an account has the address. The ' +
      'link is valid for 30 minutes and works once.',
    allow: 'public',
    unaudited: 'the caller is unknown',
    limits: ['RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR', 'RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ email: emailField }),
    status: 202,
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { rate_limit_exceeded: 'At most 5 requests per hour for one e-mail address' },
    handle: async ({ body: { email }, request }) => {
      await deps.limits.passwordReset(request.ip, email);
      // A worker finds the account, so that the duration does not reveal whether there is one.
      await deps.resetRequests.create(deps.newId(), email, deps.clock.now());
      return {
        success: true,
        message: 'If an account has this address, an e-mail is on its way',
      };
    },
  });
