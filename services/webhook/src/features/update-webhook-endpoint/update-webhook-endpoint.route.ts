import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type EndpointChange } from '../../store/endpoint-store.ts';
import {
  descriptionField,
  eventsField,
  headersField,
  urlField,
} from '../../views/endpoint-fields.ts';
import { endpointParams, endpointSchema, endpointView } from '../../views/endpoint-view.ts';
import { updateEndpoint } from '../../workflows/update-endpoint.ts';
import { endpointErrors, urlErrors } from '../../views/endpoint-errors.ts';

export const updateWebhookEndpointRoute = (deps: Deps) =>
  route({
    operationId: 'updateWebhookEndpoint',
    method: 'put',
    path: '/api/webhooks/endpoints/:endpoint_id',
    summary: 'Change a webhook endpoint; absent fields stay as they are',
    description: 'A new address gets the messages from now on, with the same secret.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    params: endpointParams,
    body: z.strictObject({
      url: urlField.optional(),
      events: eventsField.optional(),
      active: z.boolean().optional(),
      description: descriptionField.optional(),
      headers: headersField.optional(),
    }),
    response: z.object({ success: z.literal(true), data: endpointSchema }),
    errors: { ...endpointErrors, ...urlErrors },
    handle: async ({ actor, params, body }) => {
      const given = Object.entries(body).filter(([, value]) => value !== undefined);
      const change = Object.fromEntries(given) as EndpointChange;
      const endpointId = params.endpoint_id;
      const endpoint = await updateEndpoint(deps)({
        actor,
        endpointId,
        change,
        kind: 'webhook',
      });
      return { success: true, data: endpointView(endpoint) };
    },
  });
