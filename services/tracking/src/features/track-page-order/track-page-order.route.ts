import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { readPageCall } from '../../workflows/page-call.ts';
import { pageOrder, pageOrderErrors, recordPageOrder } from '../../workflows/record-page-order.ts';
import { REPORT_TERMS } from '../../workflows/tracking-route.ts';

const body = pageOrder.extend({
  order_value: z
    .union([z.number().transform(String), z.string().min(1).max(40)])
    .describe('A decimal with at most as many decimals as its currency has')
    .meta({ examples: ['120.50'] }),
});

export const trackPageOrderRoute = (deps: Deps) => {
  const record = recordPageOrder(deps);
  return route({
    operationId: 'trackPageOrder',
    method: 'post',
    path: '/t/o',
    summary: 'Report a conversion by the script of the shop’s pages',
    description:
      'What `tributary("track", …)` calls; the pixel in another form, under the same conditions: unsigned, only where the ' +
      'campaign has `pixel_enabled` and the page has the landing page’s origin, and always for review. A repeated order is ' +
      'answered as `duplicate`. The body is JSON of any content type.',
    deadline: REPORT_TERMS,
    allow: 'public',
    unaudited: 'a shop’s report is no act of a member',
    quiet: true,
    rawBody: true,
    body,
    response: z
      .object({ status: z.enum(['recorded', 'duplicate']), conversion_id: z.uuid() })
      .meta({ id: 'PageOrderReport', description: 'What became of an order that a page reported' }),
    errors: pageOrderErrors,
    handle: async ({ request }) => {
      const { isNew, original } = await record(readPageCall(body, request), request);
      return { status: isNew ? 'recorded' : 'duplicate', conversion_id: original.id };
    },
  });
};
