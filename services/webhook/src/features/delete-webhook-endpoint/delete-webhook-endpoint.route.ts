import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { endpointParams } from '../../views/endpoint-view.ts';
import { postbackParams } from '../../views/postback-view.ts';
import { removeEndpoint } from '../../workflows/delete-endpoint.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

export const removeEndpointRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/webhooks/endpoints/:endpoint_id',
    summary: 'Remove a webhook endpoint; its deliveries are not tried again',
    allow: 'signed_in',
    scope: 'webhooks:write',
    params: endpointParams,
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await removeEndpoint(deps)(params.endpoint_id, actor, 'webhook');
      return { success: true, message: 'The webhook endpoint was removed' };
    },
  });

export const removePostbackRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/webhooks/postbacks/:postback_id',
    summary: 'Remove a postback; its deliveries are not tried again',
    allow: ['affiliate'],
    scope: 'webhooks:write',
    params: postbackParams,
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await removeEndpoint(deps)(params.postback_id, actor, 'postback');
      return { success: true, message: 'The postback was removed' };
    },
  });

export const unsubscribeHookRoute = (deps: Deps) =>
  route({
    method: 'delete',
    path: '/api/webhooks/subscribe/:webhook_id',
    summary: 'Unsubscribe a REST hook (automation platforms)',
    allow: 'signed_in',
    scope: 'webhooks:write',
    params: z.object({ webhook_id: z.uuid() }),
    response: z.object({ success: z.literal(true) }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      await removeEndpoint(deps)(params.webhook_id, actor, 'webhook');
      return { success: true };
    },
  });
