import { z } from 'zod';
import { booleanText, route, wholeNumber } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { notificationSchema, notificationView, typeField } from '../../views/notification-view.ts';

export const listNotificationsRoute = (deps: Deps) =>
  route({
    operationId: 'listNotifications',
    method: 'get',
    path: '/api/notifications',
    summary: 'List the caller’s notifications, newest first',
    allow: 'signed_in',
    permission: 'notifications:read',
    query: z.strictObject({
      limit: wholeNumber({ min: 1, max: 100 }).default(50),
      offset: wholeNumber({ min: 0, max: 100_000_000 }).default(0),
      unread_only: booleanText.default(false),
      notification_type: typeField.optional(),
    }),
    response: z.array(notificationSchema),
    handle: async ({ actor, query }) => {
      const filter = { unreadOnly: query.unread_only, type: query.notification_type };
      const rows = await deps.notifications.list(actor.id, filter, query);
      return rows.map(notificationView);
    },
  });
