import { z } from 'zod';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { payoutListSchema, payoutListView } from '../../views/payout-view.ts';

const { skip: offset, limit } = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });
const query = z.strictObject({
  status: z.enum(['pending', 'in_transit', 'completed', 'failed']).optional(),
  offset,
  limit,
});

export const listPayoutsRoute = (deps: Deps) =>
  route({
    operationId: 'listPayouts',
    method: 'get',
    path: '/api/payouts/list',
    summary: 'Payouts, newest first',
    description: 'An affiliate’s own; all payouts for an administrator.',
    allow: ['affiliate', 'admin'],
    permission: 'payouts:read',
    query,
    response: z.object({
      success: z.literal(true),
      payouts: z.array(payoutListSchema),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    handle: async ({ query: { status, limit, offset: skip }, actor }) => {
      const { payouts, total } = await deps.payouts.list({
        affiliateId: actor.role === 'admin' ? undefined : actor.id,
        status,
        skip,
        limit,
      });
      return {
        success: true,
        payouts: payouts.map(payoutListView),
        total,
        limit,
        offset: skip,
      };
    },
  });
