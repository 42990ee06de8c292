import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { endpointSchema, endpointView } from '../../views/endpoint-view.ts';
import { endpointPageQuery, pageFields, pageOf } from '../../views/page-view.ts';
import { planErrors } from '../../views/endpoint-errors.ts';

export const listWebhookEndpointsRoute = (deps: Deps) =>
  route({
    operationId: 'listWebhookEndpoints',
    method: 'get',
    path: '/api/webhooks/endpoints',
    summary: 'List the caller’s webhook endpoints, secrets masked',
    description: '`active_only` leaves out the ones that are switched off.',
    allow: 'signed_in',
    permission: 'webhooks:read',
    query: endpointPageQuery,
    response: z.object({
      success: z.literal(true),
      data: z.object({
        endpoints: z.array(endpointSchema),
        ...pageFields,
      }),
    }),
    errors: planErrors,
    handle: async ({ actor, query }) => {
      const { skip, limit, active_only: activeOnly } = query;
      const page = { kind: 'webhook' as const, skip, limit, activeOnly };
      const { total, endpoints } = await deps.endpoints.list(actor.id, page);
      // An account that lost the tier still finds what it may remove.
      if (total === 0) requirePro(actor);
      const views = endpoints.map((endpoint) => endpointView(endpoint));
      return { success: true, data: { endpoints: views, total, ...pageOf(query) } };
    },
  });
