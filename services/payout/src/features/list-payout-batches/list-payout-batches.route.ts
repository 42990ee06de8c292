import { z } from 'zod';
import { payoutProviders, scheduledFrequencies } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type PayoutBatch } from '../../domain/payout-run.ts';

const { skip: offset, limit } = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });

const batchSchema = z.object({
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
});

const batchView = (batch: PayoutBatch): z.output<typeof batchSchema> => ({
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

export const listPayoutBatchesRoute = (deps: Deps) =>
  route({
    operationId: 'listPayoutBatches',
    method: 'get',
    path: '/api/admin/payouts/batches',
    summary: 'Batches of scheduled payouts, newest first',
    allow: ['admin'],
    permission: 'platform:read',
    query: z.strictObject({ offset, limit }),
    response: z.object({
      success: z.literal(true),
      batches: z.array(batchSchema),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    handle: async ({ query }) => {
      const { batches, total } = await deps.batches.list({
        skip: query.offset,
        limit: query.limit,
      });
      return { success: true, batches: batches.map(batchView), total, ...query };
    },
  });
