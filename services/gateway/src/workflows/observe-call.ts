import { observeTraced } from '@tributary/metrics';
import { keptTraceId } from '@tributary/tracing';
import { type Deps } from '../deps.ts';
import { endCallSpan, type TracedCall } from './call-span.ts';

/** Records the duration of a request for a service, in the log of its API key as well, and ends its span. Called once for each, when it ends. */
export function observeCall(
  { metrics, requestLog }: Pick<Deps, 'metrics' | 'requestLog'>,
  ended: TracedCall,
): void {
  const { call, route, keyUse, span } = ended;
  const { method = '' } = call.req;
  const labels = { method, route: route.prefix, status: String(call.res.statusCode) };
  const seconds = (performance.now() - call.startedAt) / 1000;
  endCallSpan(ended);
  if (keyUse !== undefined) {
    const { requestId, startedAt, res } = call;
    const status = res.headersSent ? res.statusCode : 0;
    requestLog.add({ requestId, method, prefix: route.prefix, status, startedAt }, keyUse);
  }
  observeTraced(metrics.httpDuration, { labels, value: seconds, traceId: keptTraceId(span) });
}
