import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { unsubscribedPage } from '../../views/unsubscribe-page.ts';
import {
  invalidTokenError,
  requireUnsubscribeToken,
} from '../../workflows/require-unsubscribe-token.ts';
import { unsubscribeTextsOf } from '../../workflows/unsubscribe-texts.ts';

export const unsubscribeFromEmailsRoute = (deps: Deps) =>
  route({
    operationId: 'unsubscribeFromEmails',
    method: 'post',
    path: '/api/notifications/unsubscribe',
    summary: 'Disable a user’s e-mails by the link of an e-mail (one click, RFC 8058)',
    description: 'The token is the authorization. Security alerts are still sent.',
    allow: 'public',
    unaudited: 'the caller is unknown: the link alone gives the right',
    query: z.strictObject({ token: z.string().max(100) }),
    rawBody: true,
    errors: invalidTokenError,
    handle: async ({ query: { token } }) => {
      const userId = requireUnsubscribeToken(deps, token);
      await deps.preferences.update(userId, { emailEnabled: false });
      return unsubscribedPage(await unsubscribeTextsOf(deps, userId));
    },
  });
