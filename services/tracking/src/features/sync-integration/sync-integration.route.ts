import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { syncIntegration } from '../../workflows/sync-integration.ts';

export const syncIntegrationRoute = (deps: Deps) => {
  const sync = syncIntegration(deps);
  return route({
    operationId: 'syncIntegration',
    method: 'post',
    path: '/api/brand/integrations/:integration_id/sync',
    summary: 'Fetch a shop’s missed orders now',
    description: 'At most 20 pages of orders; the hourly run continues from there.',
    allow: ['brand'] as const,
    permission: 'tracking:write',
    params: z.object({ integration_id: uuidInput }),
    body: z.strictObject({
      since: z.iso.datetime({ offset: true }).optional().describe('Default: the last sync'),
    }),
    response: z.object({
      success: z.literal(true),
      data: z.object({ since: z.iso.datetime(), orders: z.int(), recorded: z.int() }),
    }),
    errors: {
      integration_not_found: 'There is no such integration of this brand',
      sync_not_configured: '409: the shop was connected without access to its orders',
      store_unreachable: '503',
      store_access_denied: '503: the shop rejects the stored credentials',
      store_answer_malformed: '503: the shop’s response is not a list of orders',
      store_answer_too_large: '503',
      store_refused: '503: the shop answered with another error',
    },
    handle: async ({ params, body, actor }) => {
      const integration = await deps.integrations.getOfBrand(params.integration_id, actor.id);
      const from = body.since === undefined ? undefined : new Date(body.since);
      const { since, orders, recorded } = await sync(integration, from);
      return { success: true, data: { since: since.toISOString(), orders, recorded } };
    },
  });
};
