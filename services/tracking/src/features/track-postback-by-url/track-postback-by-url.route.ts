import { type Deps } from '../../deps.ts';
import { queryAsJson } from '../../workflows/network-request.ts';
import {
  postbackBody as query,
  postbackErrors as errors,
  postbackParams as params,
  postbackResponse as response,
  recordPostback,
} from '../../workflows/record-postback.ts';
import { trackingRoute } from '../../workflows/tracking-route.ts';

export const trackPostbackByUrlRoute = (deps: Deps) => {
  const record = recordPostback(deps);
  return trackingRoute(deps.guard, {
    operationId: 'trackPostbackByUrl',
    method: 'get',
    path: '/api/track/postback/:source',
    summary: 'Report a conversion by the URL that a network fills',
    description:
      'The same as the POST, with the fields in the query. Further parameters become `custom_parameters`, but for ' +
      'those whose macro was not filled; a field of the API with an unfilled macro is refused. HEAD records nothing (405).',
    params,
    body: query,
    read: queryAsJson,
    response,
    errors: { ...errors, method_not_allowed: '405 for HEAD' },
    handle: ({ params: { source }, call, request }, usage) =>
      record({ source, call, request }, usage),
  });
};
