import { skipLimitQuery } from '@tributary/service';
import { z } from 'zod';
import { deliveryStatuses } from '../domain/delivery.ts';
import { type DeliveryRow } from '../store/collections.ts';
import { type Page, pageFields, pageOf } from './page-view.ts';

const deliverySchema = z.object({
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
      z.object({
        at: z.iso.datetime(),
        duration_ms: z.int(),
        response_code: z.int().nullable(),
        response_body: z.string().nullable(),
        error_message: z.string().nullable(),
      }),
    )
    .meta({ description: 'Every attempt, oldest first' }),
});

const deliveryView = (row: DeliveryRow): z.input<typeof deliverySchema> => ({
  id: row._id,
  endpoint_id: row.endpointId,
  event_type: row.eventType,
  payload: JSON.parse(row.body) as Record<string, unknown>,
  macros: row.macros === undefined ? null : { ...row.macros, event_id: row.messageId },
  status: row.status,
  attempts: row.attempts,
  response_code: row.responseCode,
  response_body: row.responseBody,
  error_message: row.errorMessage,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
  attempt_log: row.attemptLog.map((entry) => ({
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
  { total, deliveries }: { readonly total: number; readonly deliveries: readonly DeliveryRow[] },
  page: Page,
) => ({
  success: true as const,
  data: { events: deliveries.map(deliveryView), total, ...pageOf(page) },
});
