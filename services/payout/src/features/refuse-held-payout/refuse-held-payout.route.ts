import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideRefuseHold } from '../../domain/payout-steps.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';
import { decideHeldPayout } from '../../workflows/decide-held-payout.ts';

export const refuseHeldPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'refuseHeldPayout',
    method: 'post',
    path: '/api/admin/payouts/:payout_id/refuse',
    summary: 'Refuse a held payout',
    description: 'For administrators. It ends as failed.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true), payout: payoutDetailSchema }),
    errors: { payout_in_another_state: 'The payout is not held (409)' },
    handle: async ({ params }) => {
      const payout = await decideHeldPayout(deps, params.payout_id, decideRefuseHold);
      return { success: true, payout: payoutDetailView(payout) };
    },
  });
