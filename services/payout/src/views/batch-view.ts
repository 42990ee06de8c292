import { z } from 'zod';
import { payoutProviders, scheduledFrequencies } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { type PayoutBatch } from '../domain/payout-run.ts';

export const batchSchema = z
  .object({
    id: z.uuid(),
    provider: z.enum(payoutProviders),
    payout_frequency: z.enum(scheduledFrequencies),
    status: z.enum(['created', 'processing', 'completed', 'failed']),
    period_start: z.iso.date(),
    period_end: z.iso.date(),
    payouts: z.int(),
    completed: z.int(),
    failed: z.int(),
    held: z.int(),
    amount: z.number(),
    currency: z.string(),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PayoutBatch', description: 'Scheduled payouts of one day' });

export const batchView = (batch: PayoutBatch): z.output<typeof batchSchema> => ({
  id: batch.id,
  provider: batch.provider,
  payout_frequency: batch.frequency,
  status: batch.status,
  period_start: batch.periodStart,
  period_end: batch.periodEnd,
  payouts: batch.payoutCount,
  completed: batch.completedCount,
  failed: batch.failedCount,
  held: batch.heldCount,
  amount: toWireNumber(batch.amountMinor, batch.currency),
  currency: batch.currency,
  created_at: batch.createdAt.toISOString(),
  ended_at: batch.endedAt?.toISOString() ?? null,
});
