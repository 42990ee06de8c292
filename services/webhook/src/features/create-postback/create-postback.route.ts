import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { descriptionField } from '../../views/endpoint-fields.ts';
import { postbackFields, postbackSchema, postbackView } from '../../views/postback-view.ts';
import { createEndpoint } from '../../workflows/create-endpoint.ts';
import { underIdempotencyKey } from '../../workflows/idempotency-key.ts';
import { creationErrors } from '../../views/endpoint-errors.ts';

export const createPostbackRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/webhooks/postbacks',
    summary: 'Register a postback: a URL with macros that is called for each conversion (Pro tier)',
    description:
      'Called with GET, or with POST and the event’s envelope as body. Macros are replaced by their ' +
      'percent-encoded values; what is not known stands for nothing. Calls carry the headers of webhooks ' +
      'and are signed like them; a GET, which has no body, is signed over its whole URL. A postback is an ' +
      'endpoint: its deliveries, dead letters, retries, test sends and the rotation of its secret are ' +
      'those under `/api/webhooks/endpoints/{id}`.',
    allow: ['affiliate'],
    scope: 'webhooks:write',
    status: 201,
    body: z.strictObject({
      ...postbackFields,
      method: postbackFields.method.default('GET'),
      events: postbackFields.events.default(['conversion.approved']),
      description: descriptionField.default(null),
      active: z.boolean().default(true),
    }),
    response: z.object({ success: z.literal(true), data: postbackSchema }),
    errors: creationErrors,
    handle: async ({ actor, body, request }) => {
      const { method, ...rest } = body;
      const wanted = { actor, urlField: 'url', ...rest, headers: {}, postback: { method } };
      const created = await underIdempotencyKey(request, actor, () => createEndpoint(deps)(wanted));
      return { success: true, data: postbackView(created.endpoint, created.secret) };
    },
  });
