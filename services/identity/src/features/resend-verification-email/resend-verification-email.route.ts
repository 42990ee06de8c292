import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { resendVerificationEmail } from './resend-verification-email.ts';

export const resendVerificationEmailRoute = (deps: Deps) =>
  route({
    operationId: 'resendVerificationEmail',
    method: 'post',
    path: '/api/auth/verify-email/resend',
    summary: 'Mail the caller another link to prove the e-mail address',
    description: 'Earlier links stop working. Nothing is mailed where the address is proved.',
    allow: 'signed_in',
    permission: 'login:write',
    limits: ['RATE_LIMIT_ACCOUNT_MAILS_PER_HOUR'],
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { rate_limit_exceeded: 'At most 5 mails per hour' },
    handle: async ({ actor }) => {
      const isSent = await resendVerificationEmail(deps)(actor.id);
      const message = isSent ? 'The e-mail is on its way' : 'The address is proved already';
      return { success: true, message };
    },
  });
