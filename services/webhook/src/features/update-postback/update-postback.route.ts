import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type EndpointChange } from '../../store/endpoint-store.ts';
import { descriptionField } from '../../views/endpoint-fields.ts';
import {
  postbackFields,
  postbackParams,
  postbackSchema,
  postbackView,
} from '../../views/postback-view.ts';
import { updateEndpoint } from '../../workflows/update-endpoint.ts';
import { endpointErrors, urlErrors } from '../../views/endpoint-errors.ts';

export const updatePostbackRoute = (deps: Deps) =>
  route({
    operationId: 'updatePostback',
    method: 'put',
    path: '/api/webhooks/postbacks/:postback_id',
    summary: 'Change a postback; absent fields stay as they are',
    description: 'A new address is called from now on, with the same secret.',
    allow: ['affiliate'],
    permission: 'webhooks:write',
    params: postbackParams,
    body: z.strictObject({
      method: postbackFields.method.optional(),
      url: postbackFields.url.optional(),
      events: postbackFields.events.optional(),
      active: z.boolean().optional(),
      description: descriptionField.optional(),
    }),
    response: z.object({ success: z.literal(true), data: postbackSchema }),
    errors: { ...endpointErrors, ...urlErrors },
    handle: async ({ actor, params, body }) => {
      const { method, ...rest } = body;
      const given = Object.entries(rest).filter(([, value]) => value !== undefined);
      const change: EndpointChange = {
        ...Object.fromEntries(given),
        ...(method === undefined ? {} : { postback: { method } }),
      };
      const endpointId = params.postback_id;
      const updated = await updateEndpoint(deps)({ actor, endpointId, change, kind: 'postback' });
      return { success: true, data: postbackView(updated) };
    },
  });
