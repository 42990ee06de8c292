import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { endpointParams } from '../../views/endpoint-view.ts';
import { deleteEndpoint } from '../../workflows/delete-endpoint.ts';

export const deleteWebhookEndpointRoute = (deps: Deps) =>
  route({
    operationId: 'deleteWebhookEndpoint',
    method: 'delete',
    path: '/api/webhooks/endpoints/:endpoint_id',
    summary: 'Remove a webhook endpoint; its deliveries are not retried',
    description: 'Later events are no longer sent to it.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    params: endpointParams,
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await deleteEndpoint(deps)(params.endpoint_id, actor, 'webhook');
      return { success: true, message: 'The webhook endpoint was removed' };
    },
  });
