import { type Deps } from '../deps.ts';
import { type ServiceRoute } from '../domain/service-routes.ts';
import { type Call } from './call.ts';

/** Records the duration of a request for a service. Called once for each, when it ends. */
export function observeCall(
  { metrics }: Pick<Deps, 'metrics'>,
  call: Call,
  { prefix }: ServiceRoute,
): void {
  const { method = '' } = call.req;
  const status = String(call.res.statusCode);
  const seconds = (performance.now() - call.startedAt) / 1000;
  metrics.httpDuration.observe({ method, route: prefix, status }, seconds);
}
