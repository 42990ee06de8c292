import { storingServices as services } from '@tributary/catalog';
import { counter, gauge, histogram } from './define.ts';

/** Of calls over HTTP and gRPC, seconds. */
const CALL_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** What every process has of its calls and faults. */
export const callMetrics = {
  httpDuration: histogram(
    {
      name: 'http_request_duration_seconds',
      help: 'Time from a request’s head to the end of its response',
      buckets: CALL_BUCKETS,
      exemplars: true,
      maxSeries: 600,
    },
    ['method', 'route', 'status'],
  ),
  httpInFlight: gauge({ name: 'http_requests_in_flight', help: 'Requests in progress' }),
  rpcDuration: histogram(
    {
      name: 'rpc_duration_seconds',
      help: 'Time that an RPC took where it is served',
      buckets: CALL_BUCKETS,
      exemplars: true,
      services,
      maxSeries: 200,
    },
    ['rpc', 'code'],
  ),
  unexpectedErrors: counter(
    {
      name: 'unexpected_errors_total',
      help: 'Unexpected errors, by where they surfaced',
      maxSeries: 100,
    },
    ['where'],
  ),
  outageErrors: counter(
    {
      name: 'outage_errors_total',
      help: 'Work and calls that failed because an engine or another service is away',
      maxSeries: 100,
    },
    ['where'],
  ),
  refusedServiceCalls: counter(
    {
      name: 'service_calls_refused_total',
      help: 'Calls of inner ports without a valid service token, or by a service that may not call',
      services,
      maxSeries: 60,
    },
    ['transport', 'code', 'caller'],
  ),
  degraded: gauge(
    {
      name: 'tributary_degraded',
      help: '1 while a part is away that the process can serve without',
      services,
      maxSeries: 4,
    },
    ['part'],
  ),
  tracesExported: counter({
    name: 'trace_spans_exported_total',
    help: 'Spans that the collector has accepted',
  }),
  tracesLost: counter(
    {
      name: 'trace_spans_lost_total',
      help: 'Spans that did not reach the collector',
      maxSeries: 2,
    },
    ['reason'],
  ),
  poolInUse: gauge({
    name: 'mongo_pool_in_use',
    help: 'Connections to MongoDB that a command holds',
    services,
  }),
  poolWait: histogram({
    name: 'mongo_pool_wait_seconds',
    help: 'Time that a command waited for a connection to MongoDB',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    services,
  }),
} as const;

/** Of events, by the service that publishes or consumes them. */
export const eventMetrics = {
  outboxPending: gauge({
    name: 'tributary_outbox_pending',
    help: 'Events in the outbox that wait to be published',
    services,
  }),
  outboxOldestAge: gauge({
    name: 'tributary_outbox_oldest_seconds',
    help: 'Age of the oldest waiting event',
    services,
  }),
  outboxDead: gauge({
    name: 'tributary_outbox_dead',
    help: 'Events that Kafka refused for good',
    services,
  }),
  publishSeconds: histogram({
    name: 'tributary_outbox_publish_seconds',
    help: 'From the saving of an event to its acknowledgement by Kafka',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    services,
  }),
  published: counter({
    name: 'tributary_events_published_total',
    help: 'Events acknowledged by Kafka',
    services,
  }),
  lag: gauge(
    {
      name: 'tributary_consumer_lag',
      help: 'Messages not yet handled',
      services,
      maxSeries: 400,
    },
    ['group', 'topic', 'partition'],
  ),
  events: counter(
    {
      name: 'tributary_events_consumed_total',
      help: 'Consumed messages by what became of them',
      services,
      maxSeries: 240,
    },
    ['group', 'topic', 'outcome'],
  ),
  delay: histogram(
    {
      name: 'tributary_event_delay_seconds',
      help: 'From an event to the end of its handling',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600],
      exemplars: true,
      services,
      maxSeries: 60,
    },
    ['group', 'topic'],
  ),
  parked: gauge(
    {
      name: 'tributary_events_parked',
      help: 'Events that wait for another try',
      services,
      maxSeries: 4,
    },
    ['group'],
  ),
} as const;
