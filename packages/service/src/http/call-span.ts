import { type OpenSpan, openUnit, type SpanAttributes } from '@tributary/tracing';
import { type Arrival } from './arrival.ts';
import { type Route } from './route.ts';

/** The name of a route's spans. */
export const spanNameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** What the span of a call shows from its start. */
export const spanAttributesOf = (route: Route, requestId: string): SpanAttributes => ({
  'http.request.method': route.method.toUpperCase(),
  'http.route': route.path,
  'tributary.operation': route.operationId,
  'tributary.request_id': requestId,
});

/** What the span of a call shows at its end. */
export const answeredSpan = (status: number, errorCode?: string) => ({
  attributes: { 'http.response.status_code': status, 'error.type': errorCode },
  failure: status >= 500 ? (errorCode ?? String(status)) : undefined,
});

/** The span of a call; of a route that answers directly only where the gateway keeps the trace. */
export function openCallSpan(
  route: Route,
  { req }: Arrival,
  requestId: string,
): OpenSpan | undefined {
  const { traceparent } = req.headers;
  if (route.handleDirectly !== undefined && traceparent === undefined) return undefined;
  return openUnit(requestId, {
    name: spanNameOf(route),
    kind: 'server',
    attributes: spanAttributesOf(route, requestId),
    parent: traceparent?.toString(),
  });
}
