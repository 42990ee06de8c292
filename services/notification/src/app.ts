import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { consumeEventsConsumers } from './features/consume-events/consume-events.consumer.ts';
import { createPushSubscriptionRoute } from './features/create-push-subscription/create-push-subscription.route.ts';
import { deleteNotificationRoute } from './features/delete-notification/delete-notification.route.ts';
import { deletePushSubscriptionRoute } from './features/delete-push-subscription/delete-push-subscription.route.ts';
import { getNotificationPreferencesRoute } from './features/get-notification-preferences/get-notification-preferences.route.ts';
import { getPushKeyRoute } from './features/get-push-key/get-push-key.route.ts';
import { getUnreadNotificationCountRoute } from './features/get-unread-notification-count/get-unread-notification-count.route.ts';
import { getUnsubscribePageRoute } from './features/get-unsubscribe-page/get-unsubscribe-page.route.ts';
import { listNotificationsRoute } from './features/list-notifications/list-notifications.route.ts';
import { listPushSubscriptionsRoute } from './features/list-push-subscriptions/list-push-subscriptions.route.ts';
import { markAllNotificationsReadRoute } from './features/mark-all-notifications-read/mark-all-notifications-read.route.ts';
import { getNotificationRoute } from './features/get-notification/get-notification.route.ts';
import { markNotificationReadRoute } from './features/mark-notification-read/mark-notification-read.route.ts';
import { previewInvitationRoute } from './features/preview-invitation/preview-invitation.route.ts';
import { sendDigestsWorker } from './features/send-digests/send-digests.worker.ts';
import { sendNotificationRoute } from './features/send-notification/send-notification.route.ts';
import { sendQueuedNotificationsWorker } from './features/send-queued-notifications/send-queued-notifications.worker.ts';
import { sendTestNotificationRoute } from './features/send-test-notification/send-test-notification.route.ts';
import { streamNotificationsRoute } from './features/stream-notifications/stream-notifications.route.ts';
import { unsubscribeFromEmailsRoute } from './features/unsubscribe-from-emails/unsubscribe-from-emails.route.ts';
import { updateNotificationPreferencesRoute } from './features/update-notification-preferences/update-notification-preferences.route.ts';

/** All operations, consumers and workers of the notification service. */
export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('notification', deps),
    listNotificationsRoute(deps),
    getUnreadNotificationCountRoute(deps),
    streamNotificationsRoute(deps),
    markAllNotificationsReadRoute(deps),
    markNotificationReadRoute(deps),
    deleteNotificationRoute(deps),
    sendTestNotificationRoute(deps),
    sendNotificationRoute(deps),
    previewInvitationRoute(deps),
    getNotificationPreferencesRoute(deps),
    updateNotificationPreferencesRoute(deps),
    getPushKeyRoute(deps),
    createPushSubscriptionRoute(deps),
    listPushSubscriptionsRoute(deps),
    deletePushSubscriptionRoute(deps),
    getUnsubscribePageRoute(deps),
    unsubscribeFromEmailsRoute(deps),
    // After the paths that have a name in the place of its id.
    getNotificationRoute(deps),
  ],
  consumers: [eraseAccountsConsumer(deps), ...consumeEventsConsumers(deps)],
  workers: [
    eraseAccountsWorker(deps),
    sendQueuedNotificationsWorker(deps),
    sendDigestsWorker(deps),
  ],
});
