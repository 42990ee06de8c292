import { z } from 'zod';
import { type Endpoint, maskedSecret } from '../domain/endpoint.ts';
import { eventNameField } from './endpoint-fields.ts';

export const endpointSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(eventNameField),
    description: z.string().nullable(),
    active: z.boolean(),
    secret: z
      .string()
      .meta({ description: 'In full in the response that creates it, otherwise masked' }),
    headers: z.record(z.string(), z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().nullable(),
    last_triggered: z.iso.datetime().nullable(),
    failure_count: z.int().meta({ description: 'Attempts that failed' }),
    success_count: z.int().meta({ description: 'Attempts that succeeded' }),
  })
  .meta({ id: 'WebhookEndpoint', description: 'An address that gets messages on events' });

/** @param secret in full after its creation; otherwise the view contains the masked form */
export const endpointView = (
  endpoint: Endpoint,
  secret = maskedSecret(endpoint.secretEnd),
): z.input<typeof endpointSchema> => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  description: endpoint.description,
  active: endpoint.active,
  secret,
  headers: { ...endpoint.headers },
  created_at: endpoint.createdAt.toISOString(),
  updated_at: endpoint.updatedAt?.toISOString() ?? null,
  last_triggered: endpoint.lastTriggered?.toISOString() ?? null,
  failure_count: endpoint.failureCount,
  success_count: endpoint.successCount,
});

export const endpointParams = z.object({ endpoint_id: z.uuid() });
export const deliveryParams = z.object({ endpoint_id: z.uuid(), event_id: z.uuid() });
