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

export const showPreferencesRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/notifications/preferences',
    summary: 'How the caller wants to be notified',
    allow: 'signed_in',
    scope: 'notifications:read',
    response: preferencesSchema,
    handle: async ({ actor }) => preferencesView(await deps.people.getPreferences(actor.id)),
  });

export const editPreferencesRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/notifications/preferences',
    summary: 'Change how the caller wants to be notified; fields left out stay as they are',
    allow: 'signed_in',
    scope: 'notifications:write',
    body: preferencesChange,
    response: doneSchema.extend({ preferences: preferencesSchema }),
    handle: async ({ actor, body }) => {
      const change = changedPreferences(body);
      const before = await deps.people.getPreferences(actor.id);
      const issues = preferencesIssues({ ...before, ...change });
      if (issues.length > 0) throw invalidFields(issues);
      // Not those that were read: another call, as an unsubscribe link's, may change one meanwhile.
      await deps.people.setPreferences(actor.id, change);
      if (body.email_enabled === true) await deps.people.forgetBounce(actor.id, 'email');
      if (body.sms_enabled === true) await deps.people.forgetBounce(actor.id, 'sms');
      return {
        success: true,
        message: 'The preferences are saved',
        preferences: preferencesView(await deps.people.getPreferences(actor.id)),
      };
    },
  });
