import { type Deps } from '../../deps.ts';
import { formAsJson } from '../../workflows/network-request.ts';
import {
  postbackBody as body,
  postbackErrors as errors,
  postbackParams as params,
  postbackResponse as response,
  recordPostback,
} from '../../workflows/record-postback.ts';
import { trackingRoute } from '../../workflows/tracking-route.ts';

export const trackPostbackRoute = (deps: Deps) => {
  const record = recordPostback(deps);
  return trackingRoute(deps.guard, {
    operationId: 'trackPostback',
    path: '/api/track/postback/:source',
    summary: 'Report a conversion from a third-party network',
    description:
      'Signed with lowercase hex HMAC-SHA256 over `tracking_code.order_id.order_value`, keyed with the ' +
      'secret of the source, or with the brand’s own where it has one. Credited to the latest recent ' +
      'click of the link, else to the link’s affiliate. The body is JSON or a form; of a form, fields that are not ' +
      'listed here become `custom_parameters`.',
    params,
    body,
    formBody: true,
    read: formAsJson,
    response,
    errors,
    handle: ({ params: { source }, call, request }, usage) =>
      record({ source, call, request }, usage),
  });
};
