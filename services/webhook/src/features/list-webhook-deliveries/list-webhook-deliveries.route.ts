import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { deliveryStatuses } from '../../domain/delivery.ts';
import { requirePro } from '../../domain/endpoint.ts';
import {
  deliveryPageQuery,
  deliveryPageSchema,
  deliveryPageView,
} from '../../views/delivery-view.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { endpointParams } from '../../views/endpoint-view.ts';

export const listWebhookDeliveriesRoute = (deps: Deps) =>
  route({
    operationId: 'listWebhookDeliveries',
    method: 'get',
    path: '/api/webhooks/endpoints/:endpoint_id/events',
    summary: 'List an endpoint’s deliveries, newest first',
    description: 'With the message and every attempt of each.',
    allow: 'signed_in',
    permission: 'webhooks:read',
    params: endpointParams,
    query: z.strictObject({ ...deliveryPageQuery, status: z.enum(deliveryStatuses).optional() }),
    response: deliveryPageSchema,
    errors: endpointErrors,
    handle: async ({ actor, params, query }) => {
      requirePro(actor);
      const { id } = await deps.endpoints.get(params.endpoint_id, actor.id);
      const statuses = query.status === undefined ? deliveryStatuses : [query.status];
      const page = await deps.deliveries.list(id, { ...query, statuses });
      return deliveryPageView(page, query);
    },
  });
