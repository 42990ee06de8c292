import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { deliverySchema, deliveryView } from '../../views/delivery-view.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { deliveryParams } from '../../views/endpoint-view.ts';

export const getWebhookDeliveryRoute = (deps: Deps) =>
  route({
    operationId: 'getWebhookDelivery',
    method: 'get',
    path: '/api/webhooks/endpoints/:endpoint_id/events/:event_id',
    summary: 'A delivery of an endpoint, with its attempts',
    description: 'The envelope that was sent, the last answer, and every attempt, oldest first.',
    errors: {
      ...endpointErrors,
      delivery_not_found: '404: there is no such delivery of this endpoint',
    },
    allow: 'signed_in',
    permission: 'webhooks:read',
    params: deliveryParams,
    response: z.object({ success: z.literal(true), data: deliverySchema }),
    handle: async ({ actor, params }) => {
      requirePro(actor);
      const { id } = await deps.endpoints.get(params.endpoint_id, actor.id);
      const delivery = await deps.deliveries.get(params.event_id, id);
      return { success: true, data: deliveryView(delivery) };
    },
  });
