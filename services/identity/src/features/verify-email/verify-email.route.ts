import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField } from '../../views/account-fields.ts';
import { userResponse, userView } from '../../views/user-view.ts';
import { verifyEmail } from '../../workflows/verify-email.ts';

export const verifyEmailRoute = (deps: Deps) =>
  route({
    operationId: 'verifyEmail',
    method: 'post',
    path: '/api/auth/verify-email',
    summary: 'Prove an e-mail address by the token that was mailed there',
    description:
      'The token is the authorization and works once: it proves the address of an account, or ' +
      'moves the account to its new address.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ token: linkTokenField }),
    response: userResponse,
    errors: {
      invalid_link: 'Used before, replaced by a newer one, expired or never issued',
      email_taken: 'Another account has the address by now (409)',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ body, request }) => {
      await deps.limits.followLink(request.ip);
      return userView(await verifyEmail(deps)(body.token));
    },
  });
