import { type Role } from '@tributary/catalog';
import {
  callMetrics,
  collectDefaultMetrics,
  type Counter,
  type Gauge,
  type Histogram,
  registerCounter,
  registerGauge,
  registerHistogram,
  Registry,
} from '@tributary/metrics';

export interface ServiceMetrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram<'method' | 'route' | 'status'>;
  readonly httpInFlight: Gauge;
  /** Bugs alone. */
  readonly unexpectedErrors: Counter<'where'>;
  readonly outageErrors: Counter<'where'>;
  readonly rpcDuration: Histogram<'rpc' | 'code'>;
  readonly refusedServiceCalls: Counter<'transport' | 'code' | 'caller'>;
}

/** One registry per process, served as `/metrics` on the operations port. */
export function openMetrics(service: string, role: Role): ServiceMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service, role });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpDuration: registerHistogram(registry, callMetrics.httpDuration),
    httpInFlight: registerGauge(registry, callMetrics.httpInFlight),
    unexpectedErrors: registerCounter(registry, callMetrics.unexpectedErrors),
    outageErrors: registerCounter(registry, callMetrics.outageErrors),
    rpcDuration: registerHistogram(registry, callMetrics.rpcDuration),
    refusedServiceCalls: registerCounter(registry, callMetrics.refusedServiceCalls),
  };
}
