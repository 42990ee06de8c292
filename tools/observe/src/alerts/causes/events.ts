import { eventMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';
import { grew } from '../grew.ts';

const { name: pending } = eventMetrics.outboxOldestAge;

/** Events that wait or are set aside. */
export const eventAlerts: readonly Alert[] = [
  {
    name: 'OutboxStalled',
    severity: 'page',
    expr: `max by (service) (${pending}) > 30`,
    forMinutes: 0.25,
    summary: 'Facts are saved but not published',
    meaning: 'Other services do not see what happened. Nothing is lost.',
    look: 'The log of the service’s worker, one line a minute; Kafka.',
    remedy:
      'Bring Kafka back. Where Kafka is there, no worker of the service runs or its lease is stuck: restart it. Rows are published in their order.',
    cases: [
      fires(one(`${pending}{service="tracking"}`, '0 40 100 160 220'), 4, { service: 'tracking' }),
      quiet(one(`${pending}{service="tracking"}`, '0 40 0 0 0 0'), 4),
    ],
  },
  {
    name: 'OutboxRefused',
    severity: 'ticket',
    expr: `max by (service) (${eventMetrics.outboxDead.name}) > 0`,
    forMinutes: 0,
    summary: 'Kafka refused events for good',
    meaning: 'They are too large, or the service may not write the topic. They stay in the outbox.',
    look: 'The collection `outbox_dead` of the service, which has the event and Kafka’s reason. Later events of its key wait behind it.',
    remedy: 'Mend the right, the limit or the topic.',
    cases: [
      fires(one('tributary_outbox_dead{service="campaign"}', '0 1 1'), 2, { service: 'campaign' }),
      quiet(one('tributary_outbox_dead{service="campaign"}', '0x5'), 4),
    ],
  },
  {
    name: 'EventsLate',
    severity: 'ticket',
    expr: `histogram_quantile(0.99, sum by (service, group, le) (rate(${eventMetrics.delay.name}_bucket[5m]))) > 60`,
    forMinutes: 5,
    summary: 'Events are handled more than a minute after they happened',
    meaning: 'A consumer is slower than what comes in, or it works off a backlog.',
    look: 'The board “Events and lag”: whether the lag falls.',
    remedy: 'Where it grows, add workers up to the number of partitions.',
    cases: [
      fires(
        ['60', '600', '+Inf'].flatMap((le) =>
          one(
            `tributary_event_delay_seconds_bucket{service="analytics",group="analytics",le="${le}"}`,
            le === '60' ? '0+1x15' : '0+100x15',
          ),
        ),
        12,
        { service: 'analytics', group: 'analytics' },
      ),
      quiet(
        ['1', '+Inf'].flatMap((le) =>
          one(
            `tributary_event_delay_seconds_bucket{service="analytics",group="analytics",le="${le}"}`,
            '0+100x15',
          ),
        ),
        12,
      ),
    ],
  },
  {
    name: 'EventsParked',
    severity: 'ticket',
    expr: `max by (service, group) (${eventMetrics.parked.name}) > 0`,
    forMinutes: 10,
    summary: 'Events wait for something that does not come',
    meaning: 'They follow an event that has not arrived, or that cannot be handled.',
    look: 'The log for the id of the first one of its key.',
    remedy: 'Mend the cause; they are handled in their order, or set aside after their attempts.',
    cases: [
      fires(one('tributary_events_parked{service="commission",group="commission"}', '3x20'), 15, {
        service: 'commission',
        group: 'commission',
      }),
      quiet(
        one('tributary_events_parked{service="commission",group="commission"}', '3x5 0x15'),
        15,
      ),
    ],
  },
  {
    name: 'EventsSetAside',
    severity: 'ticket',
    expr: grew(`${eventMetrics.events.name}{outcome="dead_lettered"}`, 'service, topic', '10m'),
    forMinutes: 0,
    summary: 'Events were moved to the dead letters',
    meaning: 'Their contract is broken, or their attempts are used up. Their effect is missing.',
    look: '`npm run tool -- dead-letters list`',
    remedy: 'Mend the cause, then `npm run tool -- dead-letters replay <topic>`.',
    cases: [
      fires(
        one(
          'tributary_events_consumed_total{service="payout",topic="commission.ledger",outcome="dead_lettered"}',
          '_ _ 1 1',
        ),
        3,
        { service: 'payout', topic: 'commission.ledger' },
      ),
      quiet(
        one(
          'tributary_events_consumed_total{service="payout",topic="commission.ledger",outcome="dead_lettered"}',
          '1x20',
        ),
        15,
      ),
    ],
  },
];
