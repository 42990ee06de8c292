import {
  type Counter,
  eventMetrics,
  type Gauge,
  type Histogram,
  registerCounter,
  registerGauge,
  registerHistogram,
  type Registry,
} from '@tributary/metrics';

export type Outcome = 'handled' | 'duplicate' | 'skipped' | 'retried' | 'parked' | 'dead_lettered';

export interface MessagingMetrics {
  readonly outboxPending: Gauge;
  readonly outboxOldestAge: Gauge;
  readonly outboxDead: Gauge;
  readonly publishSeconds: Histogram;
  readonly published: Counter;
  readonly lag: Gauge<'group' | 'topic' | 'partition'>;
  readonly events: Counter<'group' | 'topic' | 'outcome'>;
  readonly delay: Histogram<'group' | 'topic'>;
  readonly parked: Gauge<'group'>;
}

/** Registers the metrics of this package. A registry accepts them once. */
export const createMetrics = (registry: Registry): MessagingMetrics => ({
  outboxPending: registerGauge(registry, eventMetrics.outboxPending),
  outboxOldestAge: registerGauge(registry, eventMetrics.outboxOldestAge),
  outboxDead: registerGauge(registry, eventMetrics.outboxDead),
  publishSeconds: registerHistogram(registry, eventMetrics.publishSeconds),
  published: registerCounter(registry, eventMetrics.published),
  lag: registerGauge(registry, eventMetrics.lag),
  events: registerCounter(registry, eventMetrics.events),
  delay: registerHistogram(registry, eventMetrics.delay),
  parked: registerGauge(registry, eventMetrics.parked),
});
