import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { statusOf } from '../../domain/payout.ts';
import { retryPayout } from './retry-payout.ts';

export const retryPayoutRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/payouts/:payout_id/retry',
    summary: 'Try a failed payout again',
    allow: ['affiliate'],
    scope: 'payouts:write',
    idempotent: true,
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({
      success: z.literal(true),
      payout: z.object({ id: z.uuid(), status: z.string(), retry_count: z.int() }),
    }),
    errors: { payout_cannot_be_retried: 'It did not fail for a temporary reason, or too often' },
    handle: async ({ params, actor }) => {
      const asked = { payoutId: params.payout_id, affiliateId: actor.id };
      const payout = await retryPayout(deps)(asked);
      return {
        success: true,
        payout: {
          id: payout.id,
          status: statusOf(payout) ?? 'in_transit',
          retry_count: payout.retryCount,
        },
      };
    },
  });
