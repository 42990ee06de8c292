import { observeTraced } from '@tributary/metrics';
import { keptTraceId } from '@tributary/tracing';
import { type Deps } from '../deps.ts';
import { endCallSpan, type TracedCall } from './call-span.ts';

/** Records the duration of a request for a service, and ends its span. Called once for each, when it ends. */
export function observeCall({ metrics }: Pick<Deps, 'metrics'>, ended: TracedCall): void {
  const { call, route, span } = ended;
  const { method = '' } = call.req;
  const labels = { method, route: route.prefix, status: String(call.res.statusCode) };
  const seconds = (performance.now() - call.startedAt) / 1000;
  endCallSpan(ended);
  observeTraced(metrics.httpDuration, { labels, value: seconds, traceId: keptTraceId(span) });
}
