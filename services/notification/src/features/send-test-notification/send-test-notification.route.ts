import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { channels, TEST_TYPE } from '../../domain/notification.ts';
import { postNotices } from '../../workflows/create-notifications.ts';
import { sentSchema } from '../../views/notification-view.ts';

export const sendTestRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/notifications/test',
    summary: 'Send the caller a test notification over one channel',
    allow: 'signed_in',
    scope: 'notifications:write',
    query: z.strictObject({ channel: z.enum(channels) }),
    response: sentSchema,
    handle: async ({ actor, query: { channel }, request }) => {
      const notice = {
        ...deps.texts.testNotification(channel),
        type: TEST_TYPE,
        // Whoever asks for it wants it now, quiet hours or not.
        priority: 'urgent' as const,
        entityType: null,
        entityId: null,
        channels: [channel],
      } as const;
      const causeId = deps.newId();
      const correlationId = request.requestId;
      const [id] = await postNotices(deps)([{ userId: actor.id, causeId, correlationId, notice }]);
      return { success: true, message: 'The test notification is on its way', notification_id: id };
    },
  });
