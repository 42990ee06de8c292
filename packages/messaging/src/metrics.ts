import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Outcome = 'handled' | 'duplicate' | 'skipped' | 'retried' | 'parked' | 'dead_lettered';

export interface MessagingMetrics {
  readonly outboxPending: Gauge;
  readonly outboxOldestAge: Gauge;
  readonly outboxDead: Gauge;
  readonly publishSeconds: Histogram;
  readonly published: Counter;
  readonly lag: Gauge<'group' | 'topic' | 'partition'>;
  readonly events: Counter<'group' | 'topic' | 'outcome'>;
  readonly parked: Gauge<'group'>;
}

/** Registers the metrics of this package. A registry accepts them once. */
export function createMetrics(registry: Registry): MessagingMetrics {
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    outboxPending: gauge('tributary_outbox_pending', 'Outbox rows waiting to be published'),
    outboxOldestAge: gauge('tributary_outbox_oldest_seconds', 'Age of the oldest waiting row'),
    outboxDead: gauge('tributary_outbox_dead', 'Outbox rows that Kafka refused for good'),
    publishSeconds: new Histogram({
      name: 'tributary_outbox_publish_seconds',
      help: 'From the saving of an event to its acknowledgement by Kafka',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
    published: new Counter({
      name: 'tributary_events_published_total',
      help: 'Events acknowledged by Kafka',
      registers,
    }),
    lag: gauge('tributary_consumer_lag', 'Messages not yet handled', [
      'group',
      'topic',
      'partition',
    ]),
    events: new Counter({
      name: 'tributary_events_consumed_total',
      help: 'Consumed messages by what became of them',
      labelNames: ['group', 'topic', 'outcome'],
      registers,
    }),
    parked: gauge('tributary_events_parked', 'Events that wait for another try', ['group']),
  };
}
