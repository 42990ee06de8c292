import { invalidFields } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { preferencesIssues } from '../../domain/preferences.ts';
import { doneSchema } from '../../views/notification-view.ts';
import {
  changedPreferences,
  preferencesChange,
  preferencesSchema,
  preferencesView,
} from '../../views/preferences-view.ts';

export const updateNotificationPreferencesRoute = (deps: Deps) =>
  route({
    operationId: 'updateNotificationPreferences',
    method: 'put',
    path: '/api/notifications/preferences',
    summary: 'Change the caller’s notification settings; fields left out stay unchanged',
    description: 'They apply to the next notification.',
    allow: 'signed_in',
    permission: 'notifications:write',
    body: preferencesChange,
    response: doneSchema.extend({ preferences: preferencesSchema }),
    handle: async ({ actor, body }) => {
      const change = changedPreferences(body);
      const current = await deps.preferences.get(actor.id);
      const issues = preferencesIssues({ ...current, ...change });
      if (issues.length > 0) throw invalidFields(issues);
      // Only the change: a concurrent request, such as an unsubscribe link, may change other fields.
      await deps.preferences.update(actor.id, change);
      if (body.email_enabled === true) await deps.contacts.clearBounce(actor.id, 'email');
      if (body.sms_enabled === true) await deps.contacts.clearBounce(actor.id, 'sms');
      return {
        success: true,
        message: 'The preferences are saved',
        preferences: preferencesView(
          await deps.preferences.get(actor.id),
          deps.config.NOTIFICATION_LANGUAGE,
        ),
      };
    },
  });
