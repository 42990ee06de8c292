import { z } from 'zod';
import { deliveryStatuses } from '../domain/delivery.ts';
import { type DeliveryRow } from '../store/collections.ts';

export const deliverySchema = z.object({
  id: z.uuid(),
  endpoint_id: z.uuid(),
  event_type: z.string(),
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The envelope as sent' }),
  macros: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'Of a postback: what stood for its macros' }),
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
    .meta({ description: 'Every attempt, the first one first' }),
});

export const deliveryView = (row: DeliveryRow): z.input<typeof deliverySchema> => ({
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
  attempt_log: row.attemptLog.map((note) => ({
    at: note.at.toISOString(),
    duration_ms: note.durationMs,
    response_code: note.responseCode,
    response_body: note.responseBody ?? null,
    error_message: note.error,
  })),
});

/** Page numbers as the lists answer them, from the skip and limit they are asked with. */
export const pageOf = ({ skip, limit }: { skip: number; limit: number }) => ({
  page: Math.floor(skip / limit) + 1,
  per_page: limit,
});
