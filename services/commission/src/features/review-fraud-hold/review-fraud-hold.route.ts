import { rejectionReasons } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { fraudHoldSchema, fraudHoldView } from '../../views/fraud-hold.ts';
import { reviewFraudHold } from './review-fraud-hold.ts';

const notHeld = () =>
  conflict('commission_not_held', { message: 'The commission was not held for its order' });

export const reviewFraudHoldRoute = (deps: Deps) =>
  route({
    operationId: 'reviewFraudHold',
    method: 'post',
    path: '/api/commissions/fraud-holds/:commission_id/review',
    summary: 'Release or refuse a held commission',
    description:
      'A released one can be paid and is not held again; a refused one is owed no longer. A repeated decision changes nothing, and the first one stays.',
    allow: ['brand'],
    permission: 'conversions:write',
    params: z.object({ commission_id: z.uuid() }),
    body: z
      .strictObject({
        decision: z.enum(['released', 'refused']),
        reason: z
          .enum(rejectionReasons)
          .optional()
          .describe('Why it is refused: only kinds of fraud teach the fraud score'),
      })
      .refine(({ decision, reason }) => reason === undefined || decision === 'refused', {
        path: ['reason'],
        message: 'Only a refusal has a reason',
      }),
    response: fraudHoldSchema,
    errors: {
      commission_not_held: 'Its order was not judged again yet (409)',
    },
    handle: async ({ params, body: { decision, reason }, actor }) => {
      const decided = await reviewFraudHold(deps)(
        { commissionId: params.commission_id, brandId: actor.id },
        { decision, by: actor.id, reason },
      );
      const view = fraudHoldView(decided);
      if (view === undefined) throw notHeld();
      return view;
    },
  });
