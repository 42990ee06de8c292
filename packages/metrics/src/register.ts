import {
  Counter,
  Gauge,
  Histogram,
  openMetricsContentType,
  type OpenMetricsContentType,
  type Registry,
} from 'prom-client';
import {
  type CounterDefinition,
  type GaugeDefinition,
  type HistogramDefinition,
} from './definition.ts';

const namesOf = <Label extends string>(definition: {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}) => ({ name: definition.name, help: definition.help, labelNames: [...definition.labels] });

/** Registers a counter. A registry accepts each metric once. */
export const registerCounter = <Label extends string>(
  registry: Registry,
  definition: CounterDefinition<Label>,
): Counter<Label> => new Counter({ ...namesOf(definition), registers: [registry] });

/**
 * Registers a gauge. A registry accepts each metric once.
 * @param collect sets the value whenever the metrics are read
 */
export const registerGauge = <Label extends string>(
  registry: Registry,
  definition: GaugeDefinition<Label>,
  collect?: (gauge: Gauge<Label>) => void | Promise<void>,
): Gauge<Label> =>
  new Gauge({
    ...namesOf(definition),
    registers: [registry],
    ...(collect === undefined
      ? {}
      : {
          collect() {
            return collect(this);
          },
        }),
  });

/** Registers a histogram. A registry accepts each metric once. */
export const registerHistogram = <Label extends string>(
  registry: Registry,
  definition: HistogramDefinition<Label>,
): Histogram<Label> =>
  new Histogram({
    ...namesOf(definition),
    buckets: [...definition.buckets],
    registers: [registry],
    enableExemplars: definition.exemplars === true && showsExemplars(registry),
  });

/** Writes a registry as OpenMetrics, the only format with exemplars. Called before its metrics are registered. */
export function showExemplars(registry: Registry): void {
  (registry as unknown as Registry<OpenMetricsContentType>).setContentType(openMetricsContentType);
}

const showsExemplars = (registry: Registry): boolean =>
  (registry.contentType as string) === openMetricsContentType;

/**
 * Adds a value to a histogram with exemplars, and the trace to which it belongs.
 * @param observed `traceId` of a trace that is kept; undefined for any other value
 */
export function observeTraced<Label extends string>(
  histogram: Histogram<Label>,
  observed: {
    readonly labels: Partial<Record<Label, string | number>>;
    readonly value: number;
    readonly traceId: string | undefined;
  },
): void {
  const { labels, value, traceId } = observed;
  if (!('enableExemplars' in histogram) || histogram.enableExemplars !== true) {
    histogram.observe(labels, value);
    return;
  }
  histogram.observe({
    labels,
    value,
    ...(traceId === undefined ? {} : { exemplarLabels: { trace_id: traceId } as never }),
  });
}
