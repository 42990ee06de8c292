import { z } from 'zod';
import { languageOfRequest, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { linkTokenField } from '../../views/account-fields.ts';
import { accountFormPage } from '../../views/account-page.ts';
import { accountPages } from '../../views/account-page-texts.ts';

/** Checks nothing of the token: the page would be an oracle, and the form checks it. */
export const getAccountLinkPageRoute = (_deps: Deps) =>
  route({
    operationId: 'getAccountLinkPage',
    method: 'get',
    path: '/account/:page',
    summary: 'The page behind a link that was mailed to the owner of an account',
    description:
      'A page with a button: the link itself changes nothing, because programs that check mails follow links. ' +
      '`Accept-Language` chooses English, German or Spanish.',
    allow: 'public',
    page: true,
    params: z.object({ page: z.enum(accountPages) }),
    query: z.strictObject({ token: linkTokenField }),
    handle: ({ params: { page: name }, query, request }) => {
      const language = languageOfRequest(request);
      return Promise.resolve(accountFormPage({ name, language }, query.token));
    },
  });
