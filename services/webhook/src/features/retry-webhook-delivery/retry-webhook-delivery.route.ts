import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { deliveryParams } from '../../views/endpoint-view.ts';
import { retryWebhookDelivery } from './retry-webhook-delivery.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

export const retryWebhookDeliveryRoute = (deps: Deps) =>
  route({
    operationId: 'retryWebhookDelivery',
    method: 'post',
    path: '/api/webhooks/endpoints/:endpoint_id/events/:event_id/retry',
    summary: 'Retry a failed delivery',
    description: 'A delivery is retried while its endpoint is active.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    idempotent: true,
    params: deliveryParams,
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      data: z.object({ delivery_id: z.uuid() }),
    }),
    errors: {
      ...endpointErrors,
      delivery_not_found: '404: there is no such delivery of this endpoint',
      delivery_not_failed: '409: the delivery has not failed, or was retried already',
      endpoint_inactive: '409: the endpoint is switched off',
    },
    handle: async ({ actor, params }) => {
      const deliveryId = await retryWebhookDelivery(deps)({
        actor,
        endpointId: params.endpoint_id,
        deliveryId: params.event_id,
      });
      return {
        success: true,
        message: 'The retry is queued',
        data: { delivery_id: deliveryId },
      };
    },
  });
