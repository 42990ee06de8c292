import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import {
  deliveryPageQuery,
  deliveryPageSchema,
  deliveryPageView,
} from '../../views/delivery-view.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { endpointParams } from '../../views/endpoint-view.ts';

export const listWebhookDeadLettersRoute = (deps: Deps) =>
  route({
    operationId: 'listWebhookDeadLetters',
    method: 'get',
    path: '/api/webhooks/endpoints/:endpoint_id/dead-letters',
    summary: 'List the deliveries of an endpoint that ended as failed',
    description: '`POST …/recover` sends them again.',
    allow: 'signed_in',
    permission: 'webhooks:read',
    params: endpointParams,
    query: z.strictObject(deliveryPageQuery),
    response: deliveryPageSchema,
    errors: endpointErrors,
    handle: async ({ actor, params, query }) => {
      requirePro(actor);
      const { id } = await deps.endpoints.get(params.endpoint_id, actor.id);
      const page = await deps.deliveries.list(id, { ...query, statuses: ['failed'] });
      return deliveryPageView(page, query);
    },
  });
