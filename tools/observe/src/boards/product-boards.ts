import {
  callMetrics,
  conversionMetrics,
  deliveryMetrics,
  eventMetrics,
  moneyMetrics,
} from '@tributary/metrics';
import { INTAKE, REDIRECTS } from '../routes.ts';
import { type Board } from './board.ts';
import { panel } from './panel.ts';
import { largest, observedPerSecond, perSecond, quantile, total } from './queries.ts';

const { httpDuration } = callMetrics;

/** Of what the product is for. */
export const money: Board = {
  id: 'tributary-money',
  title: 'Tributary: money',
  panels: [
    panel('Balances of all affiliates', 'short', 'The ledger’s accounts, minor units.', [
      '{{account}} {{currency}}',
      largest([moneyMetrics.balances], 'account, currency'),
    ]),
    panel(
      'Books that disagree',
      'short',
      'Differences between provider, payouts and ledger. Any is an alert.',
      ['{{provider}}', largest([moneyMetrics.bookDifferences], 'provider')],
    ),
    panel('Payouts past their deadline', 'short', 'By the step in which they wait.', [
      '{{step}}',
      largest([moneyMetrics.stuckPayouts], 'step'),
    ]),
    panel(
      'Runs and batches past their deadline',
      'short',
      'Scheduled payouts.',
      ['run {{frequency}}', largest([moneyMetrics.stuckRuns], 'frequency')],
      ['batch {{status}}', largest([moneyMetrics.stuckBatches], 'status')],
    ),
    panel(
      'Calls to payment providers',
      'ops',
      'An unknown outcome is queried before anything is repeated.',
      [
        '{{provider}} {{outcome}}',
        observedPerSecond([moneyMetrics.providerDuration], 'provider, outcome'),
      ],
    ),
    panel('Latency of payment providers', 's', 'The slowest of a hundred calls.', [
      '{{provider}}',
      quantile(0.99, [moneyMetrics.providerDuration], 'provider'),
    ]),
    panel('Circuit breakers', 'short', '1 while a provider fails repeatedly.', [
      '{{provider}}',
      largest([moneyMetrics.circuitOpen], 'provider'),
    ]),
  ],
};

export const conversions: Board = {
  id: 'tributary-conversions',
  title: 'Tributary: clicks and conversions',
  panels: [
    panel('Redirects', 'ops', 'By status.', [
      '{{status}}',
      observedPerSecond([httpDuration, REDIRECTS], 'status'),
    ]),
    panel(
      'Latency of redirects',
      's',
      'The objective is 50 ms.',
      ['p50', quantile(0.5, [httpDuration, REDIRECTS])],
      ['p99', quantile(0.99, [httpDuration, REDIRECTS])],
    ),
    panel(
      'Clicks stored',
      'ops',
      'In Kafka, or on the local disk while Kafka is away.',
      ['{{place}}', perSecond([conversionMetrics.clicksStored], 'place')],
      ['refused', perSecond([conversionMetrics.clicksRefused])],
    ),
    panel('Clicks on local disks', 'bytes', 'They are published by themselves.', [
      '{{service}}',
      total([conversionMetrics.spoolBytes], 'service'),
    ]),
    panel('Age of the oldest click on a local disk', 's', 'It falls to 0 once Kafka is back.', [
      'oldest',
      largest([conversionMetrics.spoolOldestAge]),
    ]),
    panel('Files of clicks on local disks', 'short', 'Up to 8 MiB each.', [
      'files',
      total([conversionMetrics.spoolFiles]),
    ]),
    panel('Orders, refunds and postbacks', 'ops', 'By status.', [
      '{{status}}',
      observedPerSecond([httpDuration, INTAKE], 'status'),
    ]),
    panel(
      'From the order to its assessment and to the affiliate’s view',
      's',
      'The objective is 5 s to the view for 99 of 100.',
      ['assessed', quantile(0.99, [conversionMetrics.assessmentDelay])],
      ['in view', quantile(0.99, [conversionMetrics.visibleDelay])],
    ),
    panel(
      'Fraud scores of the last week beside the month before',
      'short',
      'A population stability index; above 0.25 they have drifted.',
      ['{{of}}', largest([conversionMetrics.fraudDrift], 'of')],
    ),
  ],
};

export const events: Board = {
  id: 'tributary-events',
  title: 'Tributary: events and lag',
  panels: [
    panel('Events published', 'ops', 'By service.', [
      '{{service}}',
      perSecond([eventMetrics.published], 'service'),
    ]),
    panel('Waiting in the outbox', 'short', 'Rows by service.', [
      '{{service}}',
      largest([eventMetrics.outboxPending], 'service'),
    ]),
    panel('Age of the oldest row', 's', 'Above 30 s is an alert.', [
      '{{service}}',
      largest([eventMetrics.outboxOldestAge], 'service'),
    ]),
    panel('Refused by Kafka for good', 'short', 'Any is an alert.', [
      '{{service}}',
      largest([eventMetrics.outboxDead], 'service'),
    ]),
    panel('From saving to Kafka', 's', 'The slowest of a hundred events.', [
      '{{service}}',
      quantile(0.99, [eventMetrics.publishSeconds], 'service'),
    ]),
    panel('Events handled', 'ops', 'By what became of them.', [
      '{{service}} {{outcome}}',
      perSecond([eventMetrics.events], 'service, outcome'),
    ]),
    panel('From an event to the end of its handling', 's', 'The slowest of a hundred events.', [
      '{{group}}',
      quantile(0.99, [eventMetrics.delay], 'group'),
    ]),
    panel('Lag', 'short', 'Messages not yet handled, by group and topic.', [
      '{{group}} {{topic}}',
      total([eventMetrics.lag], 'group, topic'),
    ]),
    panel('Parked events', 'short', 'They wait for another one, or for another try.', [
      '{{group}}',
      largest([eventMetrics.parked], 'group'),
    ]),
  ],
};

export const deliveries: Board = {
  id: 'tributary-deliveries',
  title: 'Tributary: webhooks and notifications',
  panels: [
    panel('Webhook attempts', 'ops', 'By the status of the delivery after them.', [
      '{{status}}',
      perSecond([deliveryMetrics.attempts], 'status'),
    ]),
    panel(
      'Duration of an attempt',
      's',
      'It depends on the endpoints.',
      ['p50', quantile(0.5, [deliveryMetrics.attemptDuration])],
      ['p99', quantile(0.99, [deliveryMetrics.attemptDuration])],
    ),
    panel('Delay of the first attempt', 's', 'The objective is 30 s for 99 of 100.', [
      'p99',
      quantile(0.99, [deliveryMetrics.firstDelay]),
    ]),
    panel('Events for webhooks and notifications', 'ops', 'What the two services handle.', [
      '{{service}} {{topic}}',
      perSecond([eventMetrics.events, 'service=~"webhook|notification"'], 'service, topic'),
    ]),
    panel('Delay of these events', 's', 'The slowest of a hundred.', [
      '{{service}}',
      quantile(0.99, [eventMetrics.delay, 'service=~"webhook|notification"'], 'service'),
    ]),
  ],
};
