import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { doneSchema, notificationParams } from '../../views/notification-view.ts';

export const deleteNotificationRoute = (deps: Deps) =>
  route({
    operationId: 'deleteNotification',
    method: 'delete',
    path: '/api/notifications/:notification_id',
    summary: 'Remove a notification from the caller’s list',
    description: 'It is no longer listed or counted.',
    allow: 'signed_in',
    permission: 'notifications:write',
    params: notificationParams,
    response: doneSchema,
    handle: async ({ actor, params }) => {
      await deps.notifications.delete(params.notification_id, actor.id, deps.clock.now());
      return { success: true, message: 'The notification was removed' };
    },
  });
