import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { deleteEndpoint } from '../../workflows/delete-endpoint.ts';

export const unsubscribeRestHookRoute = (deps: Deps) =>
  route({
    operationId: 'unsubscribeRestHook',
    method: 'delete',
    path: '/api/webhooks/subscribe/:webhook_id',
    summary: 'Unsubscribe a REST hook (automation platforms)',
    description: 'Later events are no longer sent to it.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    params: z.object({ webhook_id: z.uuid() }),
    response: z.object({ success: z.literal(true) }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await deleteEndpoint(deps)(params.webhook_id, actor, 'webhook');
      return { success: true };
    },
  });
