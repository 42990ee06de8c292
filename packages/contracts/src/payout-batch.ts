import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant, payoutProviders } from './fields.ts';
import { scheduledFrequencies } from './payout-calendar.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME } from './sample-ids.ts';

/** Payouts of one scheduled run that go through one provider. */
export const payoutBatchSnapshot = z.object({
  batchId: id,
  provider: z.enum(payoutProviders),
  frequency: z.enum(scheduledFrequencies),
  status: z.enum(['created', 'processing', 'completed', 'failed']),
  /** The days that the run covers, the last one included. */
  periodStart: z.iso.date(),
  periodEnd: z.iso.date(),
  payoutCount: z.int(),
  amountMinor,
  /** How many payouts were paid, failed, or wait for an administrator. */
  completedCount: z.int(),
  failedCount: z.int(),
  heldCount: z.int(),
  currency,
  createdAt: instant,
});
export type PayoutBatchSnapshot = z.output<typeof payoutBatchSnapshot>;

const declaration = {
  topic: 'payout.payouts',
  key: (batch: PayoutBatchSnapshot) => batch.batchId,
  data: payoutBatchSnapshot,
} as const;

const sampleOf = (status: PayoutBatchSnapshot['status']): PayoutBatchSnapshot => ({
  batchId: '01975b3c-7c00-7000-8000-000000006001',
  provider: 'walletco_payouts',
  frequency: 'monthly',
  status,
  periodStart: '2026-04-01',
  periodEnd: '2026-04-30',
  payoutCount: 12,
  amountMinor: 120_000,
  completedCount: status === 'completed' ? 12 : 0,
  failedCount: status === 'failed' ? 12 : 0,
  heldCount: 0,
  currency: 'USD',
  createdAt: SAMPLE_TIME,
});

/** For administrators only, because a batch contains the payouts of many affiliates. */
const inPayout = publicEventsOf('Payout', (batch: PayoutBatchSnapshot) => [
  messageTo([], {
    batch_id: batch.batchId,
    provider: batch.provider,
    frequency: batch.frequency,
    status: batch.status,
    period_start: batch.periodStart,
    period_end: batch.periodEnd,
    payouts: batch.payoutCount,
    completed: batch.completedCount,
    failed: batch.failedCount,
    held: batch.heldCount,
    amount: formatAmount(batch.amountMinor, batch.currency),
    currency: batch.currency,
    created_at: batch.createdAt,
  }),
]);

export const payoutBatchCreated = defineEvent({
  type: 'payout_batch.created.v1',
  ...declaration,
  description: 'A scheduled run collected payouts for one provider.',
  sample: sampleOf('created'),
  publicEvents: [inPayout('payout.batch.created', 1, 'A scheduled run collected payouts.')],
});
export const payoutBatchProcessing = defineEvent({
  type: 'payout_batch.processing.v1',
  ...declaration,
  description: 'The payouts of a batch are submitted to the provider.',
  sample: sampleOf('processing'),
  publicEvents: [
    inPayout('payout.batch.processing', 2, 'A batch of payouts is with the provider.'),
  ],
});
export const payoutBatchCompleted = defineEvent({
  type: 'payout_batch.completed.v1',
  ...declaration,
  description:
    'Every payout of a batch ended or waits for an administrator; one or more were paid.',
  sample: sampleOf('completed'),
  publicEvents: [inPayout('payout.batch.completed', 3, 'Every payout of a batch ended.')],
});
export const payoutBatchFailed = defineEvent({
  type: 'payout_batch.failed.v1',
  ...declaration,
  description: 'Every payout of a batch ended, none of them paid.',
  sample: sampleOf('failed'),
  publicEvents: [inPayout('payout.batch.failed', 4, 'A batch of payouts could not be sent.')],
});
