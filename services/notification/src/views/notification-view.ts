import { z } from 'zod';
import {
  channels,
  notificationTypes,
  priorities,
  statuses,
  systemTypes,
} from '../domain/notification.ts';
import { type NotificationDocument } from '../store/collections.ts';

export const typeField = z.enum([...notificationTypes, ...systemTypes]);

export const notificationSchema = z.object({
  id: z.uuid(),
  type: typeField,
  channel: z.enum(channels),
  title: z.string(),
  message: z.string(),
  priority: z.enum(priorities),
  status: z.enum(statuses),
  action_url: z.string().nullable(),
  action_label: z.string().nullable(),
  entity_type: z.string().nullable(),
  entity_id: z.string().nullable(),
  read_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  metadata: z.record(z.string(), z.unknown()),
});

export const notificationView = (
  row: NotificationDocument,
): z.input<typeof notificationSchema> => ({
  id: row._id,
  type: row.type,
  channel: row.channel,
  title: row.title,
  message: row.message,
  priority: row.priority,
  status: row.status,
  action_url: row.actionUrl,
  action_label: row.actionLabel,
  entity_type: row.entityType,
  entity_id: row.entityId,
  read_at: row.readAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
  metadata: { ...row.metadata },
});

export const notificationParams = z.object({ notification_id: z.uuid() });
/** The response of an action without a result. */
export const doneSchema = z.object({ success: z.literal(true), message: z.string() });
/** The response of the operations that send a notification. */
export const sentSchema = doneSchema.extend({ notification_id: z.uuid() });
