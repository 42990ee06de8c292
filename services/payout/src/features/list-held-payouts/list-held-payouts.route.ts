import { z } from 'zod';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';

const { skip: offset, limit } = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });
const held = payoutDetailSchema
  .extend({ affiliate_id: z.uuid() })
  .meta({ id: 'HeldPayout', description: 'A payout that is held for review' });

export const listHeldPayoutsRoute = (deps: Deps) =>
  route({
    operationId: 'listHeldPayouts',
    method: 'get',
    path: '/api/admin/payouts/held',
    summary: 'Payouts held for review with the reasons, newest first',
    description: 'For administrators: `release` or `refuse` decides each.',
    allow: ['admin'],
    permission: 'platform:read',
    query: z.strictObject({ offset, limit }),
    response: z.object({
      success: z.literal(true),
      payouts: z.array(held),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    handle: async ({ query }) => {
      const found = await deps.payouts.listHeld({ skip: query.offset, limit: query.limit });
      const payouts = found.payouts.map((payout) => ({
        ...payoutDetailView(payout),
        affiliate_id: payout.affiliateId,
      }));
      return { success: true, payouts, total: found.total, ...query };
    },
  });
