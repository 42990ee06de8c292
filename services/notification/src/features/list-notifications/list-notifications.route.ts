import { z } from 'zod';
import { booleanText, route, wholeNumber } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  categoryField,
  notificationSchema,
  notificationView,
  typeField,
} from '../../views/notification-view.ts';

export const listNotificationsRoute = (deps: Deps) =>
  route({
    operationId: 'listNotifications',
    method: 'get',
    path: '/api/notifications',
    summary: 'List the caller’s notifications, newest first',
    description: 'Of all channels, or of those that the filters name.',
    allow: 'signed_in',
    permission: 'notifications:read',
    query: z.strictObject({
      limit: wholeNumber({ min: 1, max: 100 }).default(50),
      offset: wholeNumber({ min: 0, max: 100_000_000 }).default(0),
      unread_only: booleanText.default(false),
      notification_type: typeField.optional(),
      category: categoryField.optional(),
    }),
    response: z.array(notificationSchema),
    handle: async ({ actor, query }) => {
      const { unread_only: unreadOnly, notification_type: type, category } = query;
      const rows = await deps.notifications.list(actor.id, { unreadOnly, type, category }, query);
      return rows.map((row) => notificationView(row, deps.sites, actor.role));
    },
  });
