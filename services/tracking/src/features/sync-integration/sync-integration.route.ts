import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { syncStore } from '../../workflows/sync-integration.ts';

export const syncStoreRoute = (deps: Deps) => {
  const sync = syncStore(deps);
  return route({
    method: 'post',
    path: '/api/brand/integrations/:integration_id/sync',
    summary: 'Fetch a store’s missed orders now',
    description: 'At most 20 pages of orders; the hourly run goes on from there.',
    allow: ['brand'] as const,
    scope: 'tracking:write',
    params: z.object({ integration_id: givenId }),
    body: z.strictObject({
      since: z.iso.datetime({ offset: true }).optional().describe('Default: since the last time'),
    }),
    response: z.object({
      success: z.literal(true),
      data: z.object({ since: z.iso.datetime(), orders: z.int(), recorded: z.int() }),
    }),
    errors: {
      integration_not_found: 'There is no such integration of this brand',
      sync_not_configured: '409: the store was connected without access to its orders',
      store_unreachable: '503',
      store_access_denied: '503: the store does not accept the access it was given',
    },
    handle: async ({ params, body, actor }) => {
      const store = await deps.integrations.getOfBrand(params.integration_id, actor.id);
      const asked = body.since === undefined ? undefined : new Date(body.since);
      const { since, orders, recorded } = await sync(store, asked);
      return { success: true, data: { since: since.toISOString(), orders, recorded } };
    },
  });
};
