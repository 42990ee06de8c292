import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { unsubscribePage } from '../../views/unsubscribe-page.ts';
import {
  invalidTokenError,
  requireUnsubscribeToken,
} from '../../workflows/require-unsubscribe-token.ts';
import { unsubscribeTextsOf } from '../../workflows/unsubscribe-texts.ts';

/** A page with a button, because mail scanners open every link of an e-mail. */
export const getUnsubscribePageRoute = (deps: Deps) =>
  route({
    operationId: 'getUnsubscribePage',
    method: 'get',
    path: '/api/notifications/unsubscribe',
    summary: 'The page behind an e-mail’s unsubscribe link',
    description:
      'A page with a button: the link itself changes nothing, because programs that check mails follow links.',
    allow: 'public',
    query: z.strictObject({ token: z.string().max(100) }),
    errors: invalidTokenError,
    handle: async ({ query: { token } }) => {
      const userId = requireUnsubscribeToken(deps, token);
      return unsubscribePage(await unsubscribeTextsOf(deps, userId));
    },
  });
