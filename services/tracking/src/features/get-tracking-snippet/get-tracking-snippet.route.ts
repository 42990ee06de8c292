import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { consentFields, consentOfCall } from '../../workflows/call-consent.ts';
import { snippetFor } from './tracking-snippet.ts';

export const getTrackingSnippetRoute = ({ config }: Deps) => {
  const { publicUrl, TCF_VENDOR_ID: vendorId } = config;
  const bodies = {
    granted: snippetFor({ publicUrl, vendorId, consent: 'granted' }),
    denied: snippetFor({ publicUrl, vendorId, consent: 'denied' }),
    unstated: snippetFor({ publicUrl, vendorId, consent: undefined }),
  };
  return route({
    operationId: 'getTrackingSnippet',
    method: 'get',
    path: '/t/affiliate.js',
    summary: 'The script for a shop’s pages',
    description:
      'Stores the click_id of the landing URL in a first-party cookie (90 days) and reports orders by ' +
      '`tributary.track({transaction_id, order_value, order_id?, currency?, coupon_code?, brand_id?})`, through the pixel. ' +
      'With `coupon_code` and `brand_id` an order without a click is reported as well. It follows ' +
      "`tributary('consent', 'granted' | 'denied')`, Google consent mode in `dataLayer` and the IAB TCF’s `__tcfapi`: " +
      'of several the most restrictive counts, nothing is stored while one is undecided, and a refusal deletes the ' +
      'cookie. With the attribute `data-consent="required"` it stores nothing before one of them grants.',
    allow: 'public',
    quiet: true,
    query: z.object(consentFields),
    handle: ({ query }) =>
      Promise.resolve(
        reply(200, {
          body: bodies[consentOfCall(query, vendorId).decision ?? 'unstated'],
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=3600',
          },
        }),
      ),
  });
};
