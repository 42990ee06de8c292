import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { doneSchema, notificationParams } from '../../views/notification-view.ts';

export const markNotificationReadRoute = (deps: Deps) =>
  route({
    operationId: 'markNotificationRead',
    method: 'post',
    path: '/api/notifications/:notification_id/read',
    summary: 'Mark a notification as read; 404 if it is already read',
    description: 'Its `read_at` is the time of this call.',
    allow: 'signed_in',
    unaudited: 'reading is no change of the account',
    permission: 'notifications:write',
    params: notificationParams,
    response: doneSchema,
    handle: async ({ actor, params }) => {
      await deps.notifications.markRead(params.notification_id, actor.id, deps.clock.now());
      return { success: true, message: 'The notification is marked as read' };
    },
  });
