import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { descriptionField } from '../../views/endpoint-fields.ts';
import { postbackFields, postbackSchema, postbackView } from '../../views/postback-view.ts';
import { creationErrors } from '../../views/endpoint-errors.ts';
import { createEndpoint } from '../../workflows/create-endpoint.ts';
import { withIdempotencyKey } from '../../workflows/idempotency-key.ts';

export const createPostbackRoute = (deps: Deps) =>
  route({
    operationId: 'createPostback',
    method: 'post',
    path: '/api/webhooks/postbacks',
    summary: 'Register a postback: a URL with macros that is called for each conversion (Pro tier)',
    description:
      'Called with GET, or with POST and the event’s envelope as body. Macros are replaced by their ' +
      'percent-encoded values, an unknown value by nothing. Calls carry the headers of webhooks ' +
      'and are signed like them; a GET, which has no body, is signed over its whole URL. A postback is an ' +
      'endpoint: its deliveries, dead letters, retries, test sends and the rotation of its secret are ' +
      'those under `/api/webhooks/endpoints/{id}`.',
    allow: ['affiliate'],
    permission: 'webhooks:write',
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
      const input = { actor, urlField: 'url', ...rest, headers: {}, postback: { method } };
      const created = await withIdempotencyKey(request, actor, () => createEndpoint(deps)(input));
      return { success: true, data: postbackView(created.endpoint, created.secret) };
    },
  });
