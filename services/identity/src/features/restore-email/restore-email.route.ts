import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField } from '../../views/account-fields.ts';
import { restoreEmail } from '../../workflows/restore-email.ts';

export const restoreEmailRoute = (deps: Deps) =>
  route({
    operationId: 'restoreEmail',
    method: 'post',
    path: '/api/auth/restore-email',
    summary: 'Take back a change of the e-mail address by the token mailed to the former address',
    description:
      'The token is the authorization, works once and for seven days. Ends all sessions, ' +
      'open invitations to the team, and the API keys and members since the change was requested. The password stops working; a link to set a ' +
      'new one is mailed to the restored address.',
    allow: 'public',
    namesActor: true,
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    body: z.strictObject({ token: linkTokenField }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: {
      invalid_link: 'Used before, expired or never issued',
      rate_limit_exceeded: 'At most 60 calls per minute and address',
    },
    handle: async ({ body, request }) => {
      await deps.limits.followLink(request.ip);
      await restoreEmail(deps)(body.token);
      return {
        success: true,
        message: 'The address is restored; an e-mail with a link to set a password is on its way',
      };
    },
  });
