import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { creationErrors } from '../../views/endpoint-errors.ts';
import { eventNameField, urlField } from '../../views/endpoint-fields.ts';
import { createEndpoint } from '../../workflows/create-endpoint.ts';

/** REST hooks are how automation platforms subscribe: one event and one URL. */
export const subscribeRestHookRoute = (deps: Deps) =>
  route({
    operationId: 'subscribeRestHook',
    method: 'post',
    path: '/api/webhooks/subscribe',
    summary: 'Subscribe a REST hook (automation platforms)',
    description:
      'The answer has the id that unsubscribes. Messages have the same shape as those of endpoints.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    idempotent: true,
    body: z.strictObject({ hookUrl: urlField, event: eventNameField }),
    response: z.object({ id: z.uuid() }),
    errors: creationErrors,
    handle: async ({ actor, body }) => {
      const { endpoint } = await createEndpoint(deps)({
        actor,
        url: body.hookUrl,
        urlField: 'hookUrl',
        events: [body.event],
        description: 'REST hook',
        active: true,
        headers: {},
      });
      return { id: endpoint.id };
    },
  });
