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
  showExemplars,
} from '@tributary/metrics';

export interface ServiceMetrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram<'method' | 'route' | 'status'>;
  readonly httpInFlight: Gauge;
  /** Bugs alone. */
  readonly unexpectedErrors: Counter<'where'>;
  readonly outageErrors: Counter<'where'>;
  readonly rpcDuration: Histogram<'rpc' | 'code'>;
  readonly tracesExported: Counter;
  readonly tracesLost: Counter<'reason'>;
  readonly refusedServiceCalls: Counter<'transport' | 'code' | 'caller'>;
}

/** The lag of the event loop is measured so often: each time wakes an idle process. */
const EVENT_LOOP_PRECISION_MS = 100;

/**
 * One registry per process, served as `/metrics` on the operations port.
 * @param isTraced whether the process records traces, which its histograms then name
 */
export function openMetrics(service: string, role: Role, isTraced = false): ServiceMetrics {
  const registry = new Registry();
  if (isTraced) showExemplars(registry);
  registry.setDefaultLabels({ service, role });
  const eventLoopMonitoringPrecision = EVENT_LOOP_PRECISION_MS;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  return {
    registry,
    httpDuration: registerHistogram(registry, callMetrics.httpDuration),
    httpInFlight: registerGauge(registry, callMetrics.httpInFlight),
    unexpectedErrors: registerCounter(registry, callMetrics.unexpectedErrors),
    outageErrors: registerCounter(registry, callMetrics.outageErrors),
    rpcDuration: registerHistogram(registry, callMetrics.rpcDuration),
    tracesExported: registerCounter(registry, callMetrics.tracesExported),
    tracesLost: registerCounter(registry, callMetrics.tracesLost),
    refusedServiceCalls: registerCounter(registry, callMetrics.refusedServiceCalls),
  };
}
