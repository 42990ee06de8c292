import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { clickCookie } from '../../domain/click-cookie.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { recordArrival } from './record-arrival.ts';
import { pageOrigin, readPageCall } from '../../workflows/page-call.ts';

const body = z.object({
  click_id: uuidInput.describe('The click to keep'),
  domain: z
    .string()
    .max(253)
    .optional()
    .describe('The shop’s domain, of which the platform’s address is a part')
    .meta({ examples: ['shop.example.com'] }),
  ...consentFields,
});

export const setClickCookieRoute = (deps: Deps) => {
  const { config } = deps;
  return route({
    operationId: 'setClickCookie',
    method: 'post',
    path: '/t/k',
    summary: 'Set the cookie of a click from the server',
    description:
      'Sets `tributary_click_id` on the shop’s domain for 90 days, where the platform has an address on it (such as ' +
      '`go.shop.example` for `shop.example`): some browsers keep cookies that scripts set for 7 days only. It sets nothing ' +
      'for a page of another domain, or where the visitor refused. The body is JSON of any content type.',
    allow: 'public',
    unaudited: 'a visit is no act of a member',
    quiet: true,
    rawBody: true,
    status: 204,
    body,
    handle: async ({ request }) => {
      const { click_id: clickId, domain = '', ...signals } = readPageCall(body, request);
      const isDenied = consentOfCall(signals, config.TCF_VENDOR_ID).decision === 'denied';
      const cookie = isDenied ? undefined : clickCookie({ clickId, domain }, pageOrigin(request));
      if (!isDenied) await recordArrival(deps, clickId);
      return reply(204, { headers: cookie === undefined ? {} : { 'set-cookie': cookie } });
    },
  });
};
