import { z } from 'zod';
import { invalid } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { unsubscribedPage, unsubscribePage } from '../../views/unsubscribe-page.ts';

const query = z.strictObject({ token: z.string().max(100) });
const path = '/api/notifications/unsubscribe';
const errors = { invalid_token: 'The link is not one of ours, or not complete' };

const page = (html: string) =>
  reply(200, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      'referrer-policy': 'no-referrer',
    },
    body: html,
  });

const userOf = (deps: Deps, token: string): string => {
  const userId = deps.unsubscribing.read(token);
  if (userId !== undefined) return userId;
  throw invalid('invalid_token', { message: 'This link is not complete' });
};

/** Asks first: mail scanners open every link of an e-mail. */
export const askUnsubscribeRoute = (deps: Deps) =>
  route({
    method: 'get',
    path,
    summary: 'The page behind an e-mail’s unsubscribe link',
    allow: 'public',
    query,
    errors,
    handle: ({ query: { token } }) => {
      userOf(deps, token);
      return Promise.resolve(page(unsubscribePage()));
    },
  });

export const unsubscribeRoute = (deps: Deps) =>
  route({
    method: 'post',
    path,
    summary: 'Switch a user’s e-mails off, by the link of an e-mail (one click, RFC 8058)',
    description: 'The token is the authorization. Security alerts are sent all the same.',
    allow: 'public',
    query,
    rawBody: true,
    errors,
    handle: async ({ query: { token } }) => {
      await deps.people.setPreferences(userOf(deps, token), { emailEnabled: false });
      return page(unsubscribedPage());
    },
  });
