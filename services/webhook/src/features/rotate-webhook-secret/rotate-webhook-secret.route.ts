import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideRotation, requirePro, secretEndOf } from '../../domain/endpoint.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';
import { endpointParams, endpointSchema, endpointView } from '../../views/endpoint-view.ts';

export const rotateWebhookSecretRoute = (deps: Deps) =>
  route({
    operationId: 'rotateWebhookSecret',
    method: 'post',
    path: '/api/webhooks/endpoints/:endpoint_id/rotate-secret',
    summary:
      'Make a new signing secret; for 24 hours deliveries are signed with the old one as well',
    description: 'The answer shows the new secret in full, only once.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    params: endpointParams,
    response: z.object({ success: z.literal(true), data: endpointSchema }),
    errors: endpointErrors,
    handle: async ({ actor, params }) => {
      requirePro(actor);
      const id = params.endpoint_id;
      const secret = deps.secrets.generate();
      const now = deps.clock.now();
      const endpoint = await deps.transaction(async ({ endpoints }) => {
        const before = await endpoints.get(id, actor.id);
        const change = {
          secret: deps.secrets.encrypt(secret, id),
          secretEnd: secretEndOf(secret),
          ...decideRotation(before, now),
        };
        return endpoints.update(id, actor.id, change, now);
      });
      deps.endpointChanges.publish(id);
      return { success: true, data: endpointView(endpoint, secret) };
    },
  });
