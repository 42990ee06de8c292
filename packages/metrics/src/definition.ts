import { type ServiceId } from '@tributary/catalog';

/** What every metric is described by. */
interface Definition<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** The services whose processes have it. */
  readonly services: 'all' | readonly ServiceId[];
  /** The most series of one process: the number of values that its labels can have. */
  readonly maxSeries: number;
}

/** A number that goes up and down. */
export interface GaugeDefinition<Label extends string = string> extends Definition<Label> {
  readonly kind: 'gauge';
}

/** A number that only grows. */
export interface CounterDefinition<Label extends string = string> extends Definition<Label> {
  readonly kind: 'counter';
}

/** A distribution. */
export interface HistogramDefinition<Label extends string = string> extends Definition<Label> {
  readonly kind: 'histogram';
  /** Upper bounds, in the unit that the name ends with. */
  readonly buckets: readonly number[];
  /** Whether buckets show the trace of one of their values, where the process records traces. */
  readonly exemplars?: true;
}

export type MetricDefinition = GaugeDefinition | CounterDefinition | HistogramDefinition;
