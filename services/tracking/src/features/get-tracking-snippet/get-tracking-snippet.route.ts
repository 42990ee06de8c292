import { reply, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { snippetFor } from './tracking-snippet.ts';

export const getTrackingSnippetRoute = ({ config }: Deps) => {
  const body = snippetFor(config.publicUrl);
  return route({
    operationId: 'getTrackingSnippet',
    method: 'get',
    path: '/t/affiliate.js',
    summary: 'The script for a shop’s pages',
    description:
      'Stores the click_id of the landing URL in a first-party cookie (90 days) and reports orders by ' +
      '`tributary.track({transaction_id, order_value, order_id?, currency?, coupon_code?, brand_id?})`, through the pixel. ' +
      'With `coupon_code` and `brand_id` an order without a click is reported as well.',
    allow: 'public',
    quiet: true,
    anyQuery: true,
    handle: () =>
      Promise.resolve(
        reply(200, {
          body,
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'cache-control': 'public, max-age=3600',
          },
        }),
      ),
  });
};
