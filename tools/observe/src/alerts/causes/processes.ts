import { storingServices as services } from '@tributary/catalog';
import { callMetrics, eventMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';
import { grew } from '../grew.ts';

const { name: pending } = eventMetrics.outboxOldestAge;

/** Processes, calls and their engines. */
export const processAlerts: readonly Alert[] = [
  {
    name: 'ProcessDown',
    severity: 'page',
    expr: 'up{job="tributary"} == 0',
    forMinutes: 1,
    summary: 'A process of Tributary answers no scrape',
    meaning: 'It is down, starts again and again, or is too busy to answer.',
    look: 'Its log; a wrong setting is named in it, with exit code 78.',
    remedy: 'Mend the setting, or give it memory. Other replicas go on meanwhile.',
    cases: [
      fires(one('up{job="tributary",instance="payout:4306"}', '1 0 0 0 0'), 3, {
        job: 'tributary',
        instance: 'payout:4306',
      }),
      quiet(one('up{job="tributary",instance="payout:4306"}', '1 0 1 1 1'), 3),
    ],
  },
  {
    name: 'WorkerMissing',
    severity: 'page',
    expr: services.map((id) => `absent(${pending}{service="${id}",role!="edge"})`).join(' or '),
    forMinutes: 1,
    summary: 'No worker of a service runs',
    meaning: 'Events of this service wait in its outbox, and events for it in Kafka.',
    look: 'The Deployment `<service>-worker`.',
    remedy: 'Start it; it goes on where it ended.',
    cases: [
      fires(
        // An edge has the gauge as well, and never sets it.
        services.map((id) => {
          const role = id === 'payout' ? 'edge' : 'worker';
          return { series: `${pending}{service="${id}",role="${role}"}`, values: '0x10' };
        }),
        5,
        { service: 'payout' },
      ),
      quiet(
        services.map((id) => ({
          series: `${pending}{service="${id}",role="worker"}`,
          values: '0x10',
        })),
        5,
      ),
    ],
  },
  {
    name: 'ServiceDegraded',
    severity: 'ticket',
    expr: `max by (service, part) (${callMetrics.degraded.name}) > 0`,
    forMinutes: 1,
    summary: 'A service goes on without Kafka, Redis or room in its spool',
    meaning: 'Callers notice little; what it postpones is published later.',
    look: 'The engine that `part` names.',
    remedy: 'Bring it back. Nothing else is to do.',
    cases: [
      fires(one('tributary_degraded{service="campaign",part="redis"}', '1x10'), 4, {
        service: 'campaign',
        part: 'redis',
      }),
      quiet(one('tributary_degraded{service="campaign",part="redis"}', '1 1 0x8'), 4),
    ],
  },
  {
    name: 'Outage',
    severity: 'page',
    expr: `sum by (service) (rate(${callMetrics.outageErrors.name}[2m])) > 0.1`,
    forMinutes: 1,
    summary: 'Calls and work of a service fail, because an engine or another service is away',
    meaning: 'It ends with its cause; calls are answered 503 with Retry-After.',
    look: '`where` of `outage_errors_total`, and the log: one line a minute for each place with the newest reason.',
    remedy: 'Bring back what it names.',
    cases: [
      fires(one('outage_errors_total{service="payout",where="relay"}', '0+60x10'), 4, {
        service: 'payout',
      }),
      quiet(one('outage_errors_total{service="payout",where="relay"}', '0 60 60 60 60 60'), 5),
    ],
  },
  {
    name: 'UnexpectedErrors',
    severity: 'ticket',
    expr: grew(callMetrics.unexpectedErrors.name, 'service, where', '10m'),
    forMinutes: 0,
    summary: 'A bug: an error that no code expects',
    meaning: 'The call was answered 500, or the event is tried again and then set aside.',
    look: 'The log at level error: the line has the stack and the correlation id.',
    remedy: 'Mend the bug, then replay what was set aside: `npm run tool -- dead-letters replay`.',
    cases: [
      fires(one('unexpected_errors_total{service="campaign",where="http"}', '_ _ 1 1 1'), 4, {
        service: 'campaign',
        where: 'http',
      }),
      quiet(one('unexpected_errors_total{service="campaign",where="http"}', '1x20'), 15),
    ],
  },
  {
    name: 'InnerCallsRefused',
    severity: 'page',
    expr: grew(callMetrics.refusedServiceCalls.name, 'service, code', '5m'),
    forMinutes: 0,
    summary: 'Inner calls without a valid token are refused',
    meaning: 'Somebody in the network forges calls, or keys or clocks of services differ.',
    look: 'The log of the service: peer, claimed caller and reason.',
    remedy:
      'After a change of keys, roll the services that have old ones. Otherwise find the peer.',
    cases: [
      fires(
        one('service_calls_refused_total{service="commission",code="bad_token"}', '_ _ 1 1'),
        3,
        { service: 'commission', code: 'bad_token' },
      ),
      quiet(one('service_calls_refused_total{service="commission",code="bad_token"}', '2x15'), 12),
    ],
  },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    expr: 'max by (service, role) (nodejs_eventloop_lag_p99_seconds) > 0.5',
    forMinutes: 1,
    summary: 'A process is too busy to answer promptly',
    meaning: 'Its one thread computes, or has no CPU.',
    look: 'The board “Services”; a CPU profile of the process.',
    remedy: 'More CPU or replicas; a bug where the load is usual.',
    cases: [
      fires(one('nodejs_eventloop_lag_p99_seconds{service="analytics",role="both"}', '0.9x10'), 7, {
        service: 'analytics',
        role: 'both',
      }),
      quiet(one('nodejs_eventloop_lag_p99_seconds{service="analytics",role="both"}', '0.1x10'), 7),
    ],
  },
  {
    name: 'DatabasePoolExhausted',
    severity: 'ticket',
    expr: `histogram_quantile(0.99, sum by (service, le) (rate(${callMetrics.poolWait.name}_bucket[5m]))) > 0.1`,
    forMinutes: 2,
    summary: 'Commands wait for a connection to MongoDB',
    meaning:
      'All connections of a process are in use: MongoDB is slow, or the load is more than one process takes.',
    look: '`mongo_pool_in_use` and the board “Engines”.',
    remedy: 'Find slow commands in MongoDB; add replicas.',
    cases: [
      fires(
        [
          ...one('mongo_pool_wait_seconds_bucket{service="payout",le="0.1"}', '0+10x10'),
          ...one('mongo_pool_wait_seconds_bucket{service="payout",le="0.5"}', '0+100x10'),
          ...one('mongo_pool_wait_seconds_bucket{service="payout",le="+Inf"}', '0+100x10'),
        ],
        8,
        { service: 'payout' },
      ),
      quiet(
        [
          ...one('mongo_pool_wait_seconds_bucket{service="payout",le="0.001"}', '0+100x10'),
          ...one('mongo_pool_wait_seconds_bucket{service="payout",le="+Inf"}', '0+100x10'),
        ],
        8,
      ),
    ],
  },
];
