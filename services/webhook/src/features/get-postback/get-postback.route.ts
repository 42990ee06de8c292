import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { postbackParams, postbackSchema, postbackView } from '../../views/postback-view.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

export const getPostbackRoute = (deps: Deps) =>
  route({
    operationId: 'getPostback',
    method: 'get',
    path: '/api/webhooks/postbacks/:postback_id',
    summary: 'A postback, its secret masked',
    description: 'The postback with its URL, events and state. The secret is masked.',
    errors: endpointErrors,
    allow: ['affiliate'],
    permission: 'webhooks:read',
    params: postbackParams,
    response: z.object({ success: z.literal(true), data: postbackSchema }),
    handle: async ({ actor, params }) => {
      const found = await deps.endpoints.get(params.postback_id, actor.id, 'postback');
      return { success: true, data: postbackView(found) };
    },
  });
