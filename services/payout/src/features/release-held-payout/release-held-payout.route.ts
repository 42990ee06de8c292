import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideReleaseHold } from '../../domain/payout-steps.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';
import { decideHeldPayout } from '../../workflows/decide-held-payout.ts';

export const releaseHeldPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'releaseHeldPayout',
    method: 'post',
    path: '/api/admin/payouts/:payout_id/release',
    summary: 'Release a held payout for payment',
    description: 'For administrators. The payout continues as if it had not been held.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true), payout: payoutDetailSchema }),
    errors: {
      payout_in_another_state: 'The payout is not held (409)',
      account_suspended: 'The affiliate’s account is suspended (409)',
      payment_method_not_verified: 'Its account is not verified, or not active any more',
    },
    handle: async ({ params }) => {
      const payout = await decideHeldPayout(deps, params.payout_id, decideReleaseHold);
      return { success: true, payout: payoutDetailView(payout) };
    },
  });
