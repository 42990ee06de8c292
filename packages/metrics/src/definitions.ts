import { type MetricDefinition } from './definition.ts';
import { callMetrics, eventMetrics } from './process-metrics.ts';
import { conversionMetrics, deliveryMetrics, moneyMetrics } from './product-metrics.ts';

/** Every metric by the group that docs/metrics.md shows it in. */
export const metricGroups = {
  'Calls and faults': callMetrics,
  Events: eventMetrics,
  'Clicks and conversions': conversionMetrics,
  Money: moneyMetrics,
  Webhooks: deliveryMetrics,
} as const satisfies Record<string, Record<string, MetricDefinition>>;

export const allMetrics: readonly MetricDefinition[] = Object.values(metricGroups).flatMap(
  (group) => Object.values<MetricDefinition>(group),
);
