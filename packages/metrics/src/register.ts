import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
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
  });
