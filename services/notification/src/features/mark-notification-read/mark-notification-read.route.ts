import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { doneSchema, notificationParams } from '../../views/notification-view.ts';

export const readNotificationRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/notifications/:notification_id/read',
    summary: 'Mark a notification as read; one that is read already answers 404',
    allow: 'signed_in',
    scope: 'notifications:write',
    params: notificationParams,
    response: doneSchema,
    handle: async ({ actor, params }) => {
      await deps.notifications.markRead(params.notification_id, actor.id, deps.clock.now());
      return { success: true, message: 'The notification is marked as read' };
    },
  });

export const readAllRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/notifications/read-all',
    summary: 'Mark all of the caller’s notifications as read',
    allow: 'signed_in',
    scope: 'notifications:write',
    response: doneSchema.extend({ count: z.int() }),
    handle: async ({ actor }) => {
      const count = await deps.notifications.markAllRead(actor.id, deps.clock.now());
      return { success: true, message: `${String(count)} notifications are marked as read`, count };
    },
  });
