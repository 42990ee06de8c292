import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { preferencesSchema, preferencesView } from '../../views/preferences-view.ts';

export const getNotificationPreferencesRoute = (deps: Deps) =>
  route({
    operationId: 'getNotificationPreferences',
    method: 'get',
    path: '/api/notifications/preferences',
    summary: 'The caller’s notification settings',
    description: 'Defaults stand where nothing was set.',
    allow: 'signed_in',
    permission: 'notifications:read',
    response: preferencesSchema,
    handle: async ({ actor }) =>
      preferencesView(await deps.preferences.get(actor.id), deps.config.NOTIFICATION_LANGUAGE),
  });
