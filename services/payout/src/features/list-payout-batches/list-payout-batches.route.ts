import { z } from 'zod';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { batchSchema, batchView } from '../../views/batch-view.ts';

const { skip: offset, limit } = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });

export const listPayoutBatchesRoute = (deps: Deps) =>
  route({
    operationId: 'listPayoutBatches',
    method: 'get',
    path: '/api/admin/payouts/batches',
    summary: 'Batches of scheduled payouts, newest first',
    description: 'One batch holds the payouts of one provider, frequency and period.',
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
