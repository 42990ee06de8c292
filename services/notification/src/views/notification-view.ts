import { type Role } from '@tributary/contracts';
import { z } from 'zod';
import {
  categories,
  channels,
  notificationTypes,
  priorities,
  statuses,
  systemTypes,
} from '../domain/notification.ts';
import { linkTarget, type Sites } from '../domain/action-link.ts';
import { type NotificationDocument } from '../store/collections.ts';

export const categoryField = z
  .enum(categories)
  .describe('What notifications are about; `metadata.category` names it')
  .meta({ examples: ['commission'] });
export const typeField = z
  .enum([...notificationTypes, ...systemTypes])
  .meta({ id: 'NotificationType', description: 'What a notification is about' });

export const notificationSchema = z
  .object({
    id: z.uuid(),
    type: typeField,
    channel: z.enum(channels),
    title: z.string(),
    message: z.string(),
    priority: z.enum(priorities),
    status: z.enum(statuses),
    action_url: z
      .string()
      .nullable()
      .describe(
        'The complete URL of the page that the notification is about. Where the operator has no console (`CONSOLE_URL`) it is the record in the API, which the token of the call opens',
      )
      .meta({
        examples: ['https://app.example.com/commissions/01975b3c-7c00-7000-8000-000000000001'],
      }),
    action_label: z
      .string()
      .nullable()
      .describe('The label of the link, in the language of the notification; null without a link'),
    entity_type: z.string().nullable(),
    entity_id: z.string().nullable(),
    read_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Notification', description: 'A message to a person' });

/** @param sites where its link leads to, for a reader in this role */
export function notificationView(
  row: NotificationDocument,
  sites: Sites,
  role: Role,
): z.input<typeof notificationSchema> {
  const url = linkTarget(row.actionUrl, sites, role);
  return {
    id: row._id,
    type: row.type,
    channel: row.channel,
    title: row.title,
    message: row.message,
    priority: row.priority,
    status: row.status,
    action_url: url,
    action_label: url === null ? null : row.actionLabel,
    entity_type: row.entityType,
    entity_id: row.entityId,
    read_at: row.readAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    metadata: { ...row.metadata },
  };
}

export const notificationParams = z.object({ notification_id: z.uuid() });
/** The response of an action without a result. */
export const doneSchema = z.object({ success: z.literal(true), message: z.string() });
/** The response of the operations that send a notification. */
export const sentSchema = doneSchema.extend({ notification_id: z.uuid() });
