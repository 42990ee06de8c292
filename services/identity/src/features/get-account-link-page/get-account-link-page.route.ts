import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField } from '../../views/account-fields.ts';
import { accountFormPage, accountPages } from '../../views/account-page.ts';

/** Checks nothing of the token: the page would be an oracle, and the form checks it. */
export const getAccountLinkPageRoute = (_deps: Deps) =>
  route({
    operationId: 'getAccountLinkPage',
    method: 'get',
    path: '/account/:page',
    summary: 'The page behind a link that was mailed to the owner of an account',
    description:
      'A page with a button: the link itself changes nothing, because programs that check mails follow links.',
    allow: 'public',
    params: z.object({ page: z.enum(accountPages) }),
    query: z.strictObject({ token: linkTokenField }),
    handle: ({ params, query }) => Promise.resolve(accountFormPage(params.page, query.token)),
  });
