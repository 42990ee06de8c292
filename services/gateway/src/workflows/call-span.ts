import {
  drawsTrace,
  isTracing,
  type OpenSpan,
  openSpanAtEdge,
  recordHotCall,
  type SpanFacts,
} from '@tributary/tracing';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { type Admission } from './admit-caller.ts';
import { type Call, type ForwardedCall } from './call.ts';

/** The header by which an operator requests that the trace of a call is kept. */
const DEBUG_HEADER = 'x-debug-trace';

const factsOf = ({ req, requestId, startedAt }: Call, route: ServiceRoute) =>
  ({
    name: `${req.method ?? ''} ${route.prefix}`,
    kind: 'server' as const,
    attributes: {
      'http.request.method': req.method ?? '',
      'http.route': route.prefix,
      'tributary.upstream': route.service,
      'tributary.request_id': requestId,
    },
    startedAt,
  }) satisfies SpanFacts;

/** Whether a call changes something on a path that moves money. */
const movesMoney = ({ req }: Call, route: ServiceRoute): boolean =>
  route.movesMoney && req.method !== 'GET' && req.method !== 'HEAD';

/**
 * Starts the span of a call, as part of the trace that its caller names. Whether the trace is kept is decided here:
 * a caller's flag counts for nothing.
 */
export function openCallSpan(call: Call, route: ServiceRoute): OpenSpan | undefined {
  if (!isTracing() || (route.isHot && !drawsTrace())) return undefined;
  return openSpanAtEdge({
    ...factsOf(call, route),
    parent: call.req.headers['traceparent']?.toString(),
    keep: route.isHot || movesMoney(call, route),
  });
}

/** Whether an operator requests that the trace of a call is kept. Nobody else can. */
export const requestsTrace = ({ req }: Call, admission: Admission | undefined): boolean =>
  admission?.isOperator === true && req.headers[DEBUG_HEADER] !== undefined;

/** Ends the span of a call; one that failed is recorded even where it has none. */
export function endCallSpan({ call, route, span }: Omit<TracedCall, 'keyUse'>): void {
  const { statusCode } = call.res;
  const failure = statusCode >= 500 ? String(statusCode) : undefined;
  if (span !== undefined) {
    span.end({ attributes: { 'http.response.status_code': statusCode }, failure });
  } else if (failure !== undefined) {
    recordHotCall(factsOf(call, route), failure);
  }
}

/** A call with its span, and the API key by which it was made. */
export type TracedCall = Pick<ForwardedCall, 'call' | 'keyUse' | 'route' | 'span'>;
