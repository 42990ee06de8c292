import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { FIRST_FORM, newestScript } from '../../views/browser-script.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';

export const getTrackingSnippetRoute = ({ config }: Deps) =>
  route({
    operationId: 'getTrackingSnippet',
    method: 'get',
    path: '/t/affiliate.js',
    summary: 'The script for a shop’s pages, under its first name',
    description:
      'The newest `main.js`, for pages that name this address. Orders may also be reported by ' +
      '`tributary.track({transaction_id, order_value, order_id?, currency?, coupon_code?, brand_id?})`, or by attributes of ' +
      'the element (`data-transaction-id`, `data-order-value` and so on). With `coupon_code` and `brand_id` an order without a ' +
      'click is reported as well. With the attribute `data-consent="required"` it stores nothing before the visitor agrees.',
    allow: 'public',
    quiet: true,
    query: z.object(consentFields),
    handle: ({ query }) => {
      const vendorId = config.TCF_VENDOR_ID;
      const consent = consentOfCall(query, vendorId).decision;
      return Promise.resolve(
        reply(200, {
          body: newestScript({ vendorId, consent }) + FIRST_FORM,
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=3600',
          },
        }),
      );
    },
  });
