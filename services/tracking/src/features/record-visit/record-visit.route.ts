import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { consentFields } from '../../workflows/call-consent.ts';
import { readPageCall } from '../../workflows/page-call.ts';
import { recordVisit } from './record-visit.ts';

const address = z.string().max(4_096);

const body = z.object({
  tracking_code: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('The link’s code, as `via` or `ref` of the landing page’s address names it'),
  url: address
    .optional()
    .describe('The landing page’s address: its UTM parameters and sub ids belong to the click')
    .meta({ examples: ['https://shop.example.com/?via=spring24&utm_source=blog'] }),
  referrer: address
    .optional()
    .describe('The page that led to the landing page')
    .meta({ examples: ['https://blog.example.com/'] }),
  click_id: uuidInput
    .nullish()
    .transform((id) => id ?? undefined)
    .describe('The visitor’s earlier click, so that both belong to one journey'),
  ...consentFields,
});

export const recordVisitRoute = (deps: Deps) => {
  const record = recordVisit(deps);
  return route({
    operationId: 'recordVisit',
    method: 'post',
    path: '/t/v',
    summary: 'Record the visit of a landing page that names a link',
    description:
      'What the script of the shop’s pages calls where no redirect brought the visitor (`?via=CODE`). It counts on the ' +
      'campaign’s own site only, by the browser’s `Origin`, and like a redirect otherwise. Loading the page again within ' +
      'half an hour answers the same click. A visitor who refused gets no `click_id`, and the click is counted per link ' +
      'and minute. The body is JSON of any content type.',
    allow: 'public',
    unaudited: 'a visit is no act of a member',
    quiet: true,
    rawBody: true,
    body,
    response: z
      .object({ click_id: z.uuid().optional().describe('Absent for a visitor who refused') })
      .meta({ id: 'RecordedVisit', description: 'A visit that was recorded' }),
    errors: {
      link_not_found: 'There is no such link, or it leads nowhere any more',
      foreign_origin: '403: the page does not belong to the campaign’s own site',
    },
    handle: async ({ request }) => {
      const clickId = await record(readPageCall(body, request), request);
      return clickId === undefined ? {} : { click_id: clickId };
    },
  });
};
