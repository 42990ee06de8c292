import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  notificationParams,
  notificationSchema,
  notificationView,
} from '../../views/notification-view.ts';

export const getNotificationRoute = (deps: Deps) =>
  route({
    operationId: 'getNotification',
    method: 'get',
    path: '/api/notifications/:notification_id',
    summary: 'A notification of the caller',
    description:
      'The notification on one channel, with its delivery status and where its button leads. Reading it here does not mark it as read.',
    errors: { notification_not_found: 'There is no such notification of the caller' },
    allow: 'signed_in',
    permission: 'notifications:read',
    params: notificationParams,
    response: notificationSchema,
    handle: async ({ actor, params }) => {
      const row = await deps.notifications.get(params.notification_id, actor.id);
      return notificationView(row, deps.sites, actor.role);
    },
  });
