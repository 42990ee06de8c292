export type {
  CounterDefinition,
  GaugeDefinition,
  HistogramDefinition,
  MetricDefinition,
} from './definition.ts';
export { allMetrics, metricGroups } from './definitions.ts';
export { callMetrics, eventMetrics } from './process-metrics.ts';
export { conversionMetrics, deliveryMetrics, moneyMetrics } from './product-metrics.ts';
export {
  observeTraced,
  registerCounter,
  registerGauge,
  registerHistogram,
  showExemplars,
} from './register.ts';
export { collectDefaultMetrics, Registry } from 'prom-client';
export type { Counter, Gauge, Histogram } from 'prom-client';
