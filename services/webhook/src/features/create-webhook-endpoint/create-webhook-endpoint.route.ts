import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  descriptionField,
  eventsField,
  headersField,
  urlField,
} from '../../views/endpoint-fields.ts';
import { endpointSchema, endpointView } from '../../views/endpoint-view.ts';
import { createEndpoint } from '../../workflows/create-endpoint.ts';
import { withIdempotencyKey } from '../../workflows/idempotency-key.ts';
import { creationErrors } from '../../views/endpoint-errors.ts';

export const createWebhookEndpointRoute = (deps: Deps) =>
  route({
    operationId: 'createWebhookEndpoint',
    method: 'post',
    path: '/api/webhooks/endpoints',
    summary: 'Register a webhook endpoint (Pro tier or higher)',
    description:
      'Repeated with the same Idempotency-Key header it returns the same endpoint for 24 hours.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    body: z.strictObject({
      url: urlField,
      events: eventsField,
      description: descriptionField.default(null),
      active: z.boolean().default(true),
      headers: headersField.default({}),
    }),
    response: z.object({ success: z.literal(true), data: endpointSchema }),
    errors: creationErrors,
    handle: async ({ actor, body, request }) => {
      const created = await withIdempotencyKey(request, actor, () =>
        createEndpoint(deps)({ actor, urlField: 'url', ...body }),
      );
      return { success: true, data: endpointView(created.endpoint, created.secret) };
    },
  });
