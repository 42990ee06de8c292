import { z } from 'zod';
import { route } from '@tributary/service';
import { requirePro } from '../../domain/endpoint.ts';
import { eventCatalog, samplePayload } from '../../domain/event-catalog.ts';

export const listWebhookEventTypesRoute = () =>
  route({
    operationId: 'listWebhookEventTypes',
    method: 'get',
    path: '/api/webhooks/event-types',
    summary: 'Every event an endpoint can subscribe to',
    description: 'With a sample of the data of each.',
    allow: 'signed_in',
    permission: 'webhooks:read',
    response: z.object({
      success: z.literal(true),
      data: z.array(
        z
          .object({
            name: z.string(),
            description: z.string(),
            category: z.string(),
            sample_payload: z.record(z.string(), z.unknown()),
          })
          .meta({
            id: 'WebhookEventType',
            description: 'An event that endpoints can subscribe to',
          }),
      ),
    }),
    handle: ({ actor }) => {
      requirePro(actor);
      return Promise.resolve({ success: true, data: eventTypes });
    },
  });

const eventTypes = eventCatalog.map(({ name, description, category }) => ({
  name,
  description,
  category,
  sample_payload: samplePayload(name),
}));
