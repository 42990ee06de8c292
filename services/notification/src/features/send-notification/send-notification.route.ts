import { z } from 'zod';
import { invalidFields, notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  channels,
  isTypeForRole,
  notificationTypes,
  priorities,
} from '../../domain/notification.ts';
import { sentSchema } from '../../views/notification-view.ts';
import { createNotifications } from '../../workflows/create-notifications.ts';

/** A path of the product or an http(s) URL, so that a link cannot run a script. */
const actionUrl = z
  .string()
  .max(2_048)
  .refine(
    (text) => /^\/(?![/\\])/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'Must be an http(s) URL, or a path that begins with one slash',
  );

const body = z.strictObject({
  user_id: z.uuid(),
  notification_type: z.enum(notificationTypes),
  channel: z.enum(channels),
  title: z.string().trim().min(1).max(200),
  message: z.string().trim().min(1).max(5_000),
  priority: z.enum(priorities).default('normal'),
  action_url: actionUrl.optional(),
  action_label: z.string().trim().min(1).max(100).optional(),
});

const noticeOf = (input: z.output<typeof body>) => ({
  type: input.notification_type,
  // In the language of its author.
  text: () => ({
    title: input.title,
    message: input.message,
    actionUrl: input.action_url ?? null,
    actionLabel: input.action_label ?? null,
  }),
  priority: input.priority,
  entityType: null,
  entityId: null,
  channels: [input.channel],
});

export const sendNotificationRoute = (deps: Deps) =>
  route({
    operationId: 'sendNotification',
    method: 'post',
    path: '/api/notifications/admin/send',
    summary: 'Send a user a notification (administrators)',
    description: 'The user’s preferences apply.',
    allow: ['admin'],
    permission: 'notifications:write',
    idempotent: true,
    body,
    response: sentSchema,
    handle: async ({ body: input, request }) => {
      const userId = input.user_id;
      const contact = await deps.findContact(userId);
      if (contact === undefined) {
        throw notFound('user_not_found', { message: 'There is no such user' });
      }
      if (!isTypeForRole(input.notification_type, contact.role)) {
        const message = `A ${contact.role} has no notifications of this type`;
        throw invalidFields([{ path: 'notification_type', message }]);
      }
      const [id] = await createNotifications(deps)([
        {
          userId,
          causeId: deps.newId(),
          correlationId: request.requestId,
          notice: noticeOf(input),
        },
      ]);
      return { success: true, message: 'The notification is on its way', notification_id: id };
    },
  });
