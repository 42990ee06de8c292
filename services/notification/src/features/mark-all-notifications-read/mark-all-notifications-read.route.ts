import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { doneSchema } from '../../views/notification-view.ts';

export const markAllNotificationsReadRoute = (deps: Deps) =>
  route({
    operationId: 'markAllNotificationsRead',
    method: 'post',
    path: '/api/notifications/read-all',
    summary: 'Mark all of the caller’s notifications as read',
    description: 'The answer has the number of those that were unread.',
    allow: 'signed_in',
    unaudited: 'reading is no change of the account',
    permission: 'notifications:write',
    response: doneSchema.extend({ count: z.int() }),
    handle: async ({ actor }) => {
      const count = await deps.notifications.markAllRead(actor.id, deps.clock.now());
      return { success: true, message: `${String(count)} notifications are marked as read`, count };
    },
  });
