import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { statusOf } from '../../domain/payout.ts';
import { heldFields, heldView } from '../../views/payout-view.ts';
import { payoutProofErrors, requirePayoutProof } from '../../workflows/require-payout-proof.ts';
import { retryPayout } from './retry-payout.ts';

const response = z.object({
  success: z.literal(true),
  payout: z
    .object({ id: z.uuid(), status: z.string(), retry_count: z.int(), ...heldFields })
    .meta({ id: 'RetriedPayout', description: 'A payout that is retried' }),
});

export const retryPayoutRoute = (deps: Deps) =>
  route({
    operationId: 'retryPayout',
    method: 'post',
    path: '/api/payouts/:payout_id/retry',
    summary: 'Retry a failed payout',
    description:
      'Has the same checks as the first attempt, which may hold it (status pending); `hold_reasons` then states why.',
    allow: ['affiliate'],
    permission: 'payouts:write',
    idempotent: true,
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response,
    errors: {
      ...payoutProofErrors,
      payout_cannot_be_retried: 'It did not fail for a temporary reason, or too often (409)',
      payment_method_not_verified: 'The account is not verified, or not active any more',
      insufficient_balance: 'Above the available balance',
      commission_in_another_payout:
        'A part of one of its commissions is reserved by another payout (409)',
      commission_already_paid: 'All of one of its commissions is paid (409)',
      commission_held: 'One of its commissions waits for its brand’s review of the order (409)',
      commission_not_approved: 'One of its commissions is not approved any more (409)',
      amount_mismatch: 'The amount is not the unpaid amount of its commissions any more',
      too_many_commissions: 'It would take more than 10,000 commissions',
      fraud_check_pending: 'The orders could not be judged again yet; nothing is reserved (503)',
      payout_not_made:
        'It took too long, or the amount of an earlier attempt is being released (503)',
    },
    handle: async ({ params, actor }) => {
      const ids = { payoutId: params.payout_id, affiliateId: actor.id };
      const { payout: failed } = await deps.payouts.get(ids.payoutId, ids.affiliateId);
      requirePayoutProof(deps, actor, failed.amountMinor);
      const payout = await retryPayout(deps)(ids);
      return {
        success: true,
        payout: {
          id: payout.id,
          status: statusOf(payout) ?? 'in_transit',
          retry_count: payout.retryCount,
          ...heldView(payout),
        },
      };
    },
  });
