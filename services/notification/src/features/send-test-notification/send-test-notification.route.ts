import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { channels, TEST_TYPE } from '../../domain/notification.ts';
import { testNotification } from '../../domain/templates/settings.ts';
import { sentSchema } from '../../views/notification-view.ts';
import { createNotifications } from '../../workflows/create-notifications.ts';

export const sendTestNotificationRoute = (deps: Deps) =>
  route({
    operationId: 'sendTestNotification',
    method: 'post',
    path: '/api/notifications/test',
    summary: 'Send the caller a test notification over one channel',
    description: 'It is urgent, so that quiet hours do not defer it.',
    allow: 'signed_in',
    permission: 'notifications:write',
    query: z.strictObject({ channel: z.enum(channels) }),
    response: sentSchema,
    handle: async ({ actor, query: { channel }, request }) => {
      const notice = {
        text: testNotification(channel),
        type: TEST_TYPE,
        // Urgent, so that quiet hours do not defer the test.
        priority: 'urgent' as const,
        entityType: null,
        entityId: null,
        channels: [channel],
      } as const;
      const [id] = await createNotifications(deps)([
        { userId: actor.id, causeId: deps.newId(), correlationId: request.requestId, notice },
      ]);
      return { success: true, message: 'The test notification is on its way', notification_id: id };
    },
  });
