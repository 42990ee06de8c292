import { z } from 'zod';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { affiliatePayoutSchema, affiliatePayoutView } from '../../views/payout-view.ts';

const query = z.strictObject({
  status: z.enum(['pending', 'processing', 'completed', 'failed']).optional(),
  ...skipLimitQuery({ defaultLimit: 20, maxLimit: 100 }),
});

export const listAffiliatePayoutsRoute = (deps: Deps) =>
  route({
    operationId: 'listAffiliatePayouts',
    method: 'get',
    path: '/api/affiliate/payouts',
    summary: 'The affiliate’s payouts, newest first',
    description: '`processing` as a filter means in_transit.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    query,
    response: z.array(affiliatePayoutSchema),
    handle: async ({ query: { status, skip, limit }, actor }) => {
      const { payouts } = await deps.payouts.list({
        affiliateId: actor.id,
        status: status === 'processing' ? 'in_transit' : status,
        skip,
        limit,
      });
      return payouts.map(affiliatePayoutView);
    },
  });
