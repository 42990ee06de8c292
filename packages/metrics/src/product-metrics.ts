import { counter, gauge, histogram } from './define.ts';

/** Of what follows an acknowledged conversion, seconds. */
const DELAY_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

/** Of clicks and conversions. */
export const conversionMetrics = {
  clicksStored: counter(
    {
      name: 'clicks_stored_total',
      help: 'Clicks that were made durable, in Kafka or on the local disk',
      services: ['tracking'],
      maxSeries: 2,
    },
    ['place'],
  ),
  clicksRefused: counter({
    name: 'clicks_refused_total',
    help: 'Clicks that neither Kafka nor the local disk stored; their visitors got 503',
    services: ['tracking'],
  }),
  spoolBytes: gauge({
    name: 'click_spool_bytes',
    help: 'Bytes of clicks on the local disk',
    services: ['tracking'],
  }),
  spoolFiles: gauge({
    name: 'click_spool_files',
    help: 'Files of clicks on the local disk',
    services: ['tracking'],
  }),
  spoolOldestAge: gauge({
    name: 'click_spool_oldest_seconds',
    help: 'Age of the oldest click on the local disk',
    services: ['tracking'],
  }),
  assessmentDelay: histogram({
    name: 'attribution_assessment_delay_seconds',
    help: 'From the acknowledged conversion to its assessment',
    buckets: DELAY_BUCKETS,
    services: ['attribution'],
  }),
  fraudDrift: gauge(
    {
      name: 'fraud_drift_index',
      help: 'The largest population stability index of the last night: of the fraud scores, or of any factor',
      services: ['attribution'],
      maxSeries: 2,
    },
    ['of'],
  ),
  visibleDelay: histogram({
    name: 'commission_visible_delay_seconds',
    help: 'From the acknowledged conversion to the affiliate’s view of its commission',
    buckets: DELAY_BUCKETS,
    services: ['commission'],
  }),
} as const;

/** Of money. Amounts are minor units. */
export const moneyMetrics = {
  balances: gauge(
    {
      name: 'ledger_balance_minor',
      help: 'The sum of all affiliates’ balances in an account of the ledger, at most a minute old',
      services: ['commission'],
      maxSeries: 100,
    },
    ['account', 'currency'],
  ),
  stuckPayouts: gauge(
    {
      name: 'payouts_stuck',
      help: 'Payouts that have been in a step for longer than its deadline',
      services: ['payout'],
      maxSeries: 12,
    },
    ['step'],
  ),
  stuckRuns: gauge(
    {
      name: 'payout_runs_stuck',
      help: 'Scheduled runs that fell due and were not opened, or not collected, by their deadline',
      services: ['payout'],
      maxSeries: 4,
    },
    ['frequency'],
  ),
  stuckBatches: gauge(
    {
      name: 'payout_batches_stuck',
      help: 'Batches of scheduled payouts that were not begun, or not ended, by their deadline',
      services: ['payout'],
      maxSeries: 6,
    },
    ['status'],
  ),
  circuitOpen: gauge(
    {
      name: 'payout_provider_circuit_open',
      help: 'Whether the circuit breaker of a provider is open after repeated failures',
      services: ['payout'],
      maxSeries: 2,
    },
    ['provider'],
  ),
  providerDuration: histogram(
    {
      name: 'payout_provider_duration_seconds',
      help: 'Time that a call to a payment provider took, by whether its outcome is known',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      exemplars: true,
      services: ['payout'],
      maxSeries: 4,
    },
    ['provider', 'outcome'],
  ),
  bookDifferences: gauge(
    {
      name: 'payout_reconcile_differences',
      help: 'Differences between the provider’s list, our payouts and the ledger in the last comparison',
      services: ['payout'],
      maxSeries: 2,
    },
    ['provider'],
  ),
} as const;

/** Of webhooks. */
export const deliveryMetrics = {
  attempts: counter(
    {
      name: 'webhook_attempts_total',
      help: 'Delivery attempts, by the status of the delivery after them',
      services: ['webhook'],
      maxSeries: 4,
    },
    ['status'],
  ),
  attemptDuration: histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of one attempt, including the whole response',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    services: ['webhook'],
  }),
  firstDelay: histogram({
    name: 'webhook_first_attempt_delay_seconds',
    help: 'Time from the creation of a delivery to its first attempt',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 30, 60],
    services: ['webhook'],
  }),
} as const;
