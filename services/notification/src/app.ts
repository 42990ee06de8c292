import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import {
  editPreferencesRoute,
  showPreferencesRoute,
} from './features/update-notification-preferences/update-notification-preferences.route.ts';
import { hearEventsConsumers } from './features/consume-events/consume-events.consumer.ts';
import {
  countUnreadRoute,
  listNotificationsRoute,
} from './features/list-notifications/list-notifications.route.ts';
import {
  readAllRoute,
  readNotificationRoute,
} from './features/mark-notification-read/mark-notification-read.route.ts';
import { removeNotificationRoute } from './features/delete-notification/delete-notification.route.ts';
import { sendByAdminRoute } from './features/send-notification/send-notification.route.ts';
import { sendDigestsWorker } from './features/send-digests/send-digests.worker.ts';
import { sendQueuedWorker } from './features/send-queued-notifications/send-queued-notifications.worker.ts';
import { sendTestRoute } from './features/send-test-notification/send-test-notification.route.ts';
import {
  listPushSubscriptionsRoute,
  showPushKeyRoute,
  subscribePushRoute,
  unsubscribePushRoute,
} from './features/create-push-subscription/create-push-subscription.route.ts';
import { askUnsubscribeRoute, unsubscribeRoute } from './features/unsubscribe-from-emails/unsubscribe-from-emails.route.ts';
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
