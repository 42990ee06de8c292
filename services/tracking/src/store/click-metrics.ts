import {
  conversionMetrics,
  type GaugeDefinition,
  registerCounter,
  registerGauge,
} from '@tributary/metrics';
import { type Clock, type ServiceMetrics } from '@tributary/service';
import { type ClickSpool, type SpoolState } from './click-spool.ts';

/** Registers gauges that show what waits in the spool whenever the metrics are read. */
export function watchSpool(
  { registry }: ServiceMetrics,
  { spool, clock }: { readonly spool: Pick<ClickSpool, 'state'>; readonly clock: Clock },
): void {
  const show = (definition: GaugeDefinition, valueOf: (state: SpoolState) => number): void => {
    registerGauge(registry, definition, (gauge) => {
      gauge.set(valueOf(spool.state()));
    });
  };
  show(conversionMetrics.spoolBytes, ({ bytes }) => bytes);
  show(conversionMetrics.spoolFiles, ({ files }) => files);
  show(conversionMetrics.spoolOldestAge, ({ oldestMs }) => {
    const now = clock.now().getTime();
    return oldestMs === undefined ? 0 : Math.max(0, (now - oldestMs) / 1_000);
  });
}

/** What became of clicks. */
export interface ClickCounts {
  /** Called with clicks that were made durable. */
  readonly onStored: (place: 'kafka' | 'spool', count: number) => void;
  /** Called with clicks that neither Kafka nor the spool stored. */
  readonly onRefused: (count: number) => void;
}

/** Registers the counters of clicks. */
export function openClickCounts({ registry }: ServiceMetrics): ClickCounts {
  const stored = registerCounter(registry, conversionMetrics.clicksStored);
  const refused = registerCounter(registry, conversionMetrics.clicksRefused);
  return {
    onStored: (place, count) => {
      stored.inc({ place }, count);
    },
    onRefused: (count) => {
      refused.inc(count);
    },
  };
}
