import { z } from 'zod';
import { route, skipLimitQuery } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../domain/delivery.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { deliverySchema, deliveryView, pageOf } from '../../views/delivery-view.ts';
import { endpointParams } from '../../views/endpoint-view.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

const page = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });
const pageSchema = z.object({
  success: z.literal(true),
  data: z.object({
    events: z.array(deliverySchema),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
  }),
});

export const listDeliveriesRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/webhooks/endpoints/:endpoint_id/events',
    summary: 'List an endpoint’s deliveries, newest first',
    allow: 'signed_in',
    scope: 'webhooks:read',
    params: endpointParams,
    query: z.strictObject({ ...page, status: z.enum(deliveryStatuses).optional() }),
    response: pageSchema,
    errors: endpointErrors,
    handle: async ({ actor, params, query }) => {
      requirePro(actor);
      await deps.endpoints.get(params.endpoint_id, actor.id);
      const statuses = query.status === undefined ? deliveryStatuses : [query.status];
      return answer(deps, params.endpoint_id, { ...query, statuses });
    },
  });

export const listDeadLettersRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/webhooks/endpoints/:endpoint_id/dead-letters',
    summary: 'List the deliveries of an endpoint that ended as failed',
    allow: 'signed_in',
    scope: 'webhooks:read',
    params: endpointParams,
    query: z.strictObject(page),
    response: pageSchema,
    errors: endpointErrors,
    handle: async ({ actor, params, query }) => {
      requirePro(actor);
      await deps.endpoints.get(params.endpoint_id, actor.id);
      return answer(deps, params.endpoint_id, { ...query, statuses: ['failed'] });
    },
  });

interface Asked {
  readonly statuses: readonly DeliveryStatus[];
  readonly skip: number;
  readonly limit: number;
}

async function answer(deps: Deps, endpointId: string, asked: Asked) {
  const { total, deliveries } = await deps.deliveries.list(endpointId, asked);
  return { success: true, data: { events: deliveries.map(deliveryView), total, ...pageOf(asked) } };
}
