import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { commissionSchema, commissionView } from '../../views/commission-view.ts';
import { cancelCommission } from './cancel-commission.ts';

export const cancelCommissionRoute = (deps: Deps) =>
  route({
    operationId: 'cancelCommission',
    method: 'post',
    path: '/api/admin/commissions/:commission_id/cancel',
    summary: 'Take a commission back, with the reason',
    description:
      'What is unpaid of it is owed no longer; what is paid, or set aside for a payout under way, becomes the affiliate’s debt. With `fraud_confirmed` a pending one becomes rejected. A commission in a final state stays as it is.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ commission_id: z.uuid() }),
    body: z.strictObject({
      reason: z.string().trim().min(1).max(500),
      fraud_confirmed: z.boolean().default(false),
    }),
    response: commissionSchema,
    handle: async ({ params, body: { reason, fraud_confirmed: isFraud }, actor }) => {
      const cancellation = { reason, isFraud, by: actor.id };
      const cancelled = await cancelCommission(deps)(params.commission_id, cancellation);
      const { affiliateId } = cancelled;
      const suspended = await deps.stores.suspensions.listSuspended([affiliateId]);
      return commissionView(cancelled, suspended.has(affiliateId));
    },
  });
