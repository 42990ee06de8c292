import { skipLimitQuery } from '@tributary/service';
import { z } from 'zod';
import { deliveryStatuses } from '../domain/delivery.ts';
import { type DeliveryDocument } from '../store/collections.ts';
import { type Page, pageFields, pageOf } from './page-view.ts';

/** A delivery with its attempts. */
export const deliverySchema = z
  .object({
    id: z.uuid(),
    endpoint_id: z.uuid(),
    event_type: z.string(),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The envelope that was sent' }),
    macros: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'The values of a postback’s macros' }),
    status: z.enum(deliveryStatuses),
    attempts: z.int(),
    response_code: z.int().nullable(),
    response_body: z.string().nullable(),
    error_message: z.string().nullable(),
    created_at: z.iso.datetime(),
    delivered_at: z.iso.datetime().nullable(),
    attempt_log: z
      .array(
        z
          .object({
            at: z.iso.datetime(),
            duration_ms: z.int(),
            response_code: z.int().nullable(),
            response_body: z.string().nullable(),
            error_message: z.string().nullable(),
          })
          .meta({ id: 'DeliveryAttempt', description: 'One attempt to send a message' }),
      )
      .meta({ description: 'Every attempt, oldest first' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A message to an endpoint and its attempts' });

export const deliveryView = (document: DeliveryDocument): z.input<typeof deliverySchema> => ({
  id: document._id,
  endpoint_id: document.endpointId,
  event_type: document.eventType,
  payload: JSON.parse(document.body) as Record<string, unknown>,
  macros:
    document.macros === undefined ? null : { ...document.macros, event_id: document.messageId },
  status: document.status,
  attempts: document.attempts,
  response_code: document.responseCode,
  response_body: document.responseBody,
  error_message: document.errorMessage,
  created_at: document.createdAt.toISOString(),
  delivered_at: document.deliveredAt?.toISOString() ?? null,
  attempt_log: document.attemptLog.map((entry) => ({
    at: entry.at.toISOString(),
    duration_ms: entry.durationMs,
    response_code: entry.responseCode,
    response_body: entry.responseBody ?? null,
    error_message: entry.error,
  })),
});

export const deliveryPageQuery = skipLimitQuery({ defaultLimit: 50, maxLimit: 100 });

export const deliveryPageSchema = z.object({
  success: z.literal(true),
  data: z.object({ events: z.array(deliverySchema), ...pageFields }),
});

export const deliveryPageView = (
  { total, documents }: { readonly total: number; readonly documents: readonly DeliveryDocument[] },
  page: Page,
) => ({
  success: true as const,
  data: { events: documents.map(deliveryView), total, ...pageOf(page) },
});
