import { type Role } from '@tributary/catalog';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface ServiceMetrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram;
  readonly httpInFlight: Gauge;
  /** Bugs alone. */
  readonly unexpectedErrors: Counter;
  readonly outageErrors: Counter;
  readonly refusedServiceCalls: Counter;
}

/** One registry per process, served as `/metrics` on the operations port. */
export function openMetrics(service: string, role: Role): ServiceMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service, role });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request’s head to the end of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: LATENCY_BUCKETS_S,
      registers: [registry],
    }),
    httpInFlight: new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests in progress',
      registers: [registry],
    }),
    unexpectedErrors: new Counter({
      name: 'unexpected_errors_total',
      help: 'Unexpected errors, by where they surfaced',
      labelNames: ['where'],
      registers: [registry],
    }),
    outageErrors: new Counter({
      name: 'outage_errors_total',
      help: 'Work and calls that failed because an engine or another service is away',
      labelNames: ['where'],
      registers: [registry],
    }),
    refusedServiceCalls: new Counter({
      name: 'service_calls_refused_total',
      help: 'Calls of inner ports without a valid service token, or by a service that may not call',
      labelNames: ['transport', 'code', 'caller'],
      registers: [registry],
    }),
  };
}
