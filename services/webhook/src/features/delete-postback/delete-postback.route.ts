import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { postbackParams } from '../../views/postback-view.ts';
import { deleteEndpoint } from '../../workflows/delete-endpoint.ts';

export const deletePostbackRoute = (deps: Deps) =>
  route({
    operationId: 'deletePostback',
    method: 'delete',
    path: '/api/webhooks/postbacks/:postback_id',
    summary: 'Remove a postback; its deliveries are not retried',
    description: 'Later events no longer call it.',
    allow: ['affiliate'],
    permission: 'webhooks:write',
    params: postbackParams,
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await deleteEndpoint(deps)(params.postback_id, actor, 'postback');
      return { success: true, message: 'The postback was removed' };
    },
  });
