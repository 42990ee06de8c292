import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { postbackSchema, postbackView } from '../../views/postback-view.ts';
import { endpointPageQuery, pageFields, pageOf } from '../../views/page-view.ts';
import { planErrors } from '../../views/endpoint-errors.ts';

export const listPostbacksRoute = (deps: Deps) =>
  route({
    operationId: 'listPostbacks',
    method: 'get',
    path: '/api/webhooks/postbacks',
    summary: 'List the caller’s postbacks, secrets masked',
    description: '`active_only` leaves out the ones that are switched off.',
    allow: ['affiliate'],
    permission: 'webhooks:read',
    query: endpointPageQuery,
    response: z.object({
      success: z.literal(true),
      data: z.object({
        postbacks: z.array(postbackSchema),
        ...pageFields,
      }),
    }),
    errors: planErrors,
    handle: async ({ actor, query }) => {
      const { skip, limit, active_only: activeOnly } = query;
      const page = { kind: 'postback' as const, skip, limit, activeOnly };
      const { total, endpoints } = await deps.endpoints.list(actor.id, page);
      // An account that lost the tier still finds what it may remove.
      if (total === 0) requirePro(actor);
      const postbacks = endpoints.map((endpoint) => postbackView(endpoint));
      return { success: true, data: { postbacks, total, ...pageOf(query) } };
    },
  });
