import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { createAnnouncementRoute } from './features/create-announcement/create-announcement.route.ts';
import { createPostbackRoute } from './features/create-postback/create-postback.route.ts';
import { createWebhookEndpointRoute } from './features/create-webhook-endpoint/create-webhook-endpoint.route.ts';
import { deletePostbackRoute } from './features/delete-postback/delete-postback.route.ts';
import { deleteWebhookEndpointRoute } from './features/delete-webhook-endpoint/delete-webhook-endpoint.route.ts';
import { deliverWebhooksWorker } from './features/deliver-webhooks/deliver-webhooks.worker.ts';
import { dryRunPostbackRoute } from './features/dry-run-postback/dry-run-postback.route.ts';
import { fanOutEventsConsumers } from './features/fan-out-events/fan-out-events.consumer.ts';
import { getWebhookAnalyticsRoute } from './features/get-webhook-analytics/get-webhook-analytics.route.ts';
import { listPostbacksRoute } from './features/list-postbacks/list-postbacks.route.ts';
import { listSubscribersRpc } from './features/list-subscribers/list-subscribers.rpc.ts';
import { listWebhookDeadLettersRoute } from './features/list-webhook-dead-letters/list-webhook-dead-letters.route.ts';
import { listWebhookDeliveriesRoute } from './features/list-webhook-deliveries/list-webhook-deliveries.route.ts';
import { listWebhookEndpointsRoute } from './features/list-webhook-endpoints/list-webhook-endpoints.route.ts';
import { listWebhookEventTypesRoute } from './features/list-webhook-event-types/list-webhook-event-types.route.ts';
import { recoverWebhookDeliveriesRoute } from './features/recover-webhook-deliveries/recover-webhook-deliveries.route.ts';
import { getWebhookDeliveryRoute } from './features/get-webhook-delivery/get-webhook-delivery.route.ts';
import { retryWebhookDeliveryRoute } from './features/retry-webhook-delivery/retry-webhook-delivery.route.ts';
import { rotateWebhookSecretRoute } from './features/rotate-webhook-secret/rotate-webhook-secret.route.ts';
import { subscribeRestHookRoute } from './features/subscribe-rest-hook/subscribe-rest-hook.route.ts';
import { syncSuspensionsConsumers } from './features/sync-suspensions/sync-suspensions.consumer.ts';
import { testWebhookEndpointRoute } from './features/test-webhook-endpoint/test-webhook-endpoint.route.ts';
import { unsubscribeRestHookRoute } from './features/unsubscribe-rest-hook/unsubscribe-rest-hook.route.ts';
import { getPostbackRoute } from './features/get-postback/get-postback.route.ts';
import { updatePostbackRoute } from './features/update-postback/update-postback.route.ts';
import { updateWebhookEndpointRoute } from './features/update-webhook-endpoint/update-webhook-endpoint.route.ts';

/** Every route, consumer and worker of the webhook service. */
export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('webhook', deps),
    createWebhookEndpointRoute(deps),
    listWebhookEndpointsRoute(deps),
    updateWebhookEndpointRoute(deps),
    deleteWebhookEndpointRoute(deps),
    rotateWebhookSecretRoute(deps),
    testWebhookEndpointRoute(deps),
    listWebhookDeliveriesRoute(deps),
    listWebhookDeadLettersRoute(deps),
    getWebhookDeliveryRoute(deps),
    retryWebhookDeliveryRoute(deps),
    recoverWebhookDeliveriesRoute(deps),
    listWebhookEventTypesRoute(),
    getWebhookAnalyticsRoute(deps),
    subscribeRestHookRoute(deps),
    unsubscribeRestHookRoute(deps),
    createPostbackRoute(deps),
    listPostbacksRoute(deps),
    getPostbackRoute(deps),
    updatePostbackRoute(deps),
    deletePostbackRoute(deps),
    dryRunPostbackRoute(deps),
    createAnnouncementRoute(deps),
  ],
  rpcs: [listSubscribersRpc(deps)],
  consumers: [
    eraseAccountsConsumer(deps),
    ...fanOutEventsConsumers(deps),
    ...syncSuspensionsConsumers(deps),
  ],
  workers: [eraseAccountsWorker(deps), deliverWebhooksWorker(deps)],
  webhooks: async () => (await import('./views/webhook-document.ts')).webhooksDocument(),
});
