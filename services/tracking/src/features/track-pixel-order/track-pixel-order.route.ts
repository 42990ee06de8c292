import { type Reply, type RequestFacts, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { isPrefetch } from '../../domain/visit.ts';
import { transparentImage } from '../../views/transparent-image.ts';
import {
  type PageOrder,
  pageOrder,
  pageOrderErrors,
  recordPageOrder,
} from '../../workflows/record-page-order.ts';
import { REPORT_TERMS } from '../../workflows/tracking-route.ts';

export const trackPixelOrderRoute = (deps: Deps) => {
  const record = recordPageOrder(deps);
  const track = async (call: PageOrder, request: RequestFacts): Promise<Reply> => {
    // A prefetch is not an order.
    if (isPrefetch(request.method, request.headers)) return transparentImage();
    const { isNew, original } = await record(call, request);
    return transparentImage({
      'x-conversion-id': original.id,
      'x-conversion-status': isNew ? 'recorded' : 'duplicate',
    });
  };
  return route({
    operationId: 'trackPixelOrder',
    method: 'get',
    path: '/t/pixel.gif',
    summary: 'Report a conversion by an image on the order confirmation page',
    description:
      'Unsigned: it counts only where the campaign has `pixel_enabled` and the page has the landing ' +
      'page’s origin, and always requires review. A repeated order answers with the image as well; ' +
      '`X-Conversion-Id` and `X-Conversion-Status` (recorded or duplicate) identify the result.',
    deadline: REPORT_TERMS,
    allow: 'public',
    quiet: true,
    query: pageOrder,
    errors: pageOrderErrors,
    handle: ({ query: call, request }) => track(call, request),
  });
};
