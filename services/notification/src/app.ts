import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import {
  editPreferencesRoute,
  showPreferencesRoute,
} from './features/edit-preferences/edit-preferences.route.ts';
import { hearEventsConsumers } from './features/hear-events/hear-events.consumer.ts';
import {
  countUnreadRoute,
  listNotificationsRoute,
} from './features/list-notifications/list-notifications.route.ts';
import {
  readAllRoute,
  readNotificationRoute,
} from './features/read-notifications/read-notifications.route.ts';
import { removeNotificationRoute } from './features/remove-notification/remove-notification.route.ts';
import { sendByAdminRoute } from './features/send-by-admin/send-by-admin.route.ts';
import { sendDigestsWorker } from './features/send-digests/send-digests.worker.ts';
import { sendQueuedWorker } from './features/send-queued/send-queued.worker.ts';
import { sendTestRoute } from './features/send-test/send-test.route.ts';
import {
  listPushSubscriptionsRoute,
  showPushKeyRoute,
  subscribePushRoute,
  unsubscribePushRoute,
} from './features/subscribe-push/subscribe-push.route.ts';
import { askUnsubscribeRoute, unsubscribeRoute } from './features/unsubscribe/unsubscribe.route.ts';
import { streamNotificationsRoute } from './features/stream-notifications/stream-notifications.route.ts';

/** All that the notification service answers, hears and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    listNotificationsRoute(deps),
    countUnreadRoute(deps),
    streamNotificationsRoute(deps),
    showPreferencesRoute(deps),
    editPreferencesRoute(deps),
    readAllRoute(deps),
    readNotificationRoute(deps),
    removeNotificationRoute(deps),
    sendTestRoute(deps),
    sendByAdminRoute(deps),
    showPushKeyRoute(deps),
    subscribePushRoute(deps),
    listPushSubscriptionsRoute(deps),
    unsubscribePushRoute(deps),
    askUnsubscribeRoute(deps),
    unsubscribeRoute(deps),
  ],
  consumers: hearEventsConsumers(deps),
  workers: [sendQueuedWorker(deps), sendDigestsWorker(deps)],
});
