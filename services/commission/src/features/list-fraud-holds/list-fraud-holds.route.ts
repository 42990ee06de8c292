import { route, skipLimitQuery } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { fraudHoldSchema, fraudHoldView } from '../../views/fraud-hold.ts';

export const listFraudHoldsRoute = (deps: Deps) =>
  route({
    operationId: 'listFraudHolds',
    method: 'get',
    path: '/api/commissions/fraud-holds',
    summary: 'Commissions that are held because their orders look like fraud, newest first',
    description:
      'Orders are judged again before their commissions are paid. What looks like fraud by then is held until the brand releases or refuses it; time alone pays nothing.',
    allow: ['brand'],
    permission: 'conversions:read',
    query: z.strictObject(skipLimitQuery({ defaultLimit: 50, maxLimit: 100 })),
    response: z.array(fraudHoldSchema),
    handle: async ({ query, actor }) => {
      const held = await deps.stores.commissions.listFraudHeld(actor.id, query);
      return held.flatMap((commission) => fraudHoldView(commission) ?? []);
    },
  });
