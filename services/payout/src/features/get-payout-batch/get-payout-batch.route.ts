import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { batchSchema, batchView } from '../../views/batch-view.ts';

export const getPayoutBatchRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutBatch',
    method: 'get',
    path: '/api/admin/payouts/batches/:batch_id',
    summary: 'A batch of scheduled payouts',
    description: 'One batch holds the payouts of one provider, frequency and period.',
    allow: ['admin'],
    permission: 'platform:read',
    params: z.object({ batch_id: z.uuid() }),
    response: z.object({ success: z.literal(true), batch: batchSchema }),
    handle: async ({ params }) => ({
      success: true,
      batch: batchView(await deps.batches.get(params.batch_id)),
    }),
  });
