import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { deliveryStatuses } from '../../domain/delivery.ts';
import { samplePayload } from '../../domain/event-catalog.ts';
import { eventNameField } from '../../views/endpoint-fields.ts';
import { endpointParams } from '../../views/endpoint-view.ts';
import { testWebhookEndpoint } from './test-webhook-endpoint.ts';
import { endpointErrors } from '../../views/endpoint-errors.ts';

export const testWebhookEndpointRoute = (deps: Deps) =>
  route({
    operationId: 'testWebhookEndpoint',
    method: 'post',
    path: '/api/webhooks/endpoints/:endpoint_id/test',
    summary: 'Send a test message to an endpoint and wait for the response',
    description: 'Makes one attempt. Without a payload it sends the event’s sample.',
    allow: 'signed_in',
    permission: 'webhooks:write',
    idempotent: true,
    params: endpointParams,
    body: z.strictObject({
      event_type: eventNameField,
      payload: z.record(z.string(), z.unknown()).optional(),
    }),
    response: z.object({
      success: z.literal(true),
      data: z
        .object({
          delivery_id: z.uuid(),
          status: z.enum(deliveryStatuses),
          response_code: z.int().nullable(),
          response_time_ms: z.int(),
          error_message: z
            .string()
            .nullable()
            .describe('Why it failed; null where the endpoint accepted it.'),
        })
        .meta({ id: 'WebhookTest', description: 'What became of a test message' }),
    }),
    errors: endpointErrors,
    handle: async ({ actor, params, body }) => {
      const eventType = body.event_type;
      const payload = body.payload ?? samplePayload(eventType);
      const endpointId = params.endpoint_id;
      const test = { actor, endpointId, eventType, payload };
      const sent = await testWebhookEndpoint(deps)(test);
      return {
        success: true,
        data: {
          delivery_id: sent.deliveryId,
          status: sent.status,
          response_code: sent.responseCode,
          response_time_ms: sent.durationMs,
          error_message: sent.error,
        },
      };
    },
  });
