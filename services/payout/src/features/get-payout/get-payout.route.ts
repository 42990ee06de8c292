import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';

export const getPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'getPayout',
    method: 'get',
    path: '/api/payouts/:payout_id',
    summary: 'A payout with all its details',
    description: 'Also the provider’s ids and the commissions that it pays.',
    allow: ['affiliate', 'admin'],
    permission: 'payouts:read',
    params: z.object({ payout_id: z.uuid() }),
    response: z.object({ success: z.literal(true), payout: payoutDetailSchema }),
    handle: async ({ params, actor }) => {
      const owner = actor.role === 'admin' ? undefined : actor.id;
      const { payout } = await deps.payouts.get(params.payout_id, owner);
      return { success: true, payout: payoutDetailView(payout) };
    },
  });
