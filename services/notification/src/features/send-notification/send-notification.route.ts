import { z } from 'zod';
import { invalidFields, notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { channels, isTypeOf, notificationTypes, priorities } from '../../domain/notification.ts';
import { postNotices } from '../../workflows/create-notifications.ts';
import { sentSchema } from '../../views/notification-view.ts';

/** A path of ours, or a page of the web; never a script. */
const actionUrl = z
  .string()
  .max(2_048)
  .refine(
    (text) => /^\/(?![/\\])/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
    'Must be an http(s) URL, or a path that begins with one slash',
  );

export const sendByAdminRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/notifications/admin/send',
    summary: 'Send a user a notification (administrators)',
    allow: ['admin'],
    scope: 'notifications:write',
    idempotent: true,
    body: z.strictObject({
      user_id: z.uuid(),
      notification_type: z.enum(notificationTypes),
      channel: z.enum(channels),
      title: z.string().trim().min(1).max(200),
      message: z.string().trim().min(1).max(5_000),
      priority: z.enum(priorities).default('normal'),
      action_url: actionUrl.optional(),
      action_label: z.string().trim().min(1).max(100).optional(),
    }),
    response: sentSchema,
    handle: async ({ body, request }) => {
      const contact = await deps.people.findContact(body.user_id);
      if (contact === undefined) {
        throw notFound('user_not_found', { message: 'There is no such user' });
      }
      if (!isTypeOf(body.notification_type, contact.role)) {
        const message = `A ${contact.role} has no notifications of this type`;
        throw invalidFields([{ path: 'notification_type', message }]);
      }
      const notice = {
        type: body.notification_type,
        title: body.title,
        message: body.message,
        priority: body.priority,
        actionUrl: body.action_url ?? null,
        actionLabel: body.action_label ?? null,
        entityType: null,
        entityId: null,
        channels: [body.channel],
      };
      const causeId = deps.newId();
      const correlationId = request.requestId;
      const posting = { userId: body.user_id, causeId, correlationId, notice };
      const [id] = await postNotices(deps)([posting]);
      return { success: true, message: 'The notification is on its way', notification_id: id };
    },
  });
