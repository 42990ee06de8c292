import {
  type CounterDefinition,
  type GaugeDefinition,
  type HistogramDefinition,
  type MetricDefinition,
} from './definition.ts';

type Facts<Definition> = Omit<Definition, 'kind' | 'labels' | 'services' | 'maxSeries'> &
  Partial<Pick<MetricDefinition, 'services' | 'maxSeries'>>;

const FACTS = { services: 'all', maxSeries: 1 } as const;

/** Defines a gauge: of all services and without labels, unless its facts differ. */
export const gauge = <const Label extends string = never>(
  facts: Facts<GaugeDefinition>,
  labels: readonly Label[] = [],
): GaugeDefinition<Label> => ({ kind: 'gauge', ...FACTS, ...facts, labels });

/** Defines a counter: of all services and without labels, unless its facts differ. */
export const counter = <const Label extends string = never>(
  facts: Facts<CounterDefinition>,
  labels: readonly Label[] = [],
): CounterDefinition<Label> => ({ kind: 'counter', ...FACTS, ...facts, labels });

/** Defines a histogram: of all services and without labels, unless its facts differ. */
export const histogram = <const Label extends string = never>(
  facts: Facts<HistogramDefinition>,
  labels: readonly Label[] = [],
): HistogramDefinition<Label> => ({ kind: 'histogram', ...FACTS, ...facts, labels });
