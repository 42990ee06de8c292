import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { announceRoute } from './features/create-announcement/create-announcement.route.ts';
import { changeEndpointRoute } from './features/update-webhook-endpoint/update-webhook-endpoint.route.ts';
import { changePostbackRoute } from './features/update-postback/update-postback.route.ts';
import { createEndpointRoute } from './features/create-webhook-endpoint/create-webhook-endpoint.route.ts';
import { createPostbackRoute } from './features/create-postback/create-postback.route.ts';
import { subscribeHookRoute } from './features/subscribe-rest-hook/subscribe-rest-hook.route.ts';
import { deliverWebhooksWorker } from './features/deliver-webhooks/deliver-webhooks.worker.ts';
import { dryRunPostbackRoute } from './features/dry-run-postback/dry-run-postback.route.ts';
import {
  fanOutClicksConsumer,
  fanOutEventsConsumers,
} from './features/fan-out-events/fan-out-events.consumer.ts';
import {
  listDeadLettersRoute,
  listDeliveriesRoute,
} from './features/list-webhook-deliveries/list-webhook-deliveries.route.ts';
import { listEndpointsRoute } from './features/list-webhook-endpoints/list-webhook-endpoints.route.ts';
import { listPostbacksRoute } from './features/list-postbacks/list-postbacks.route.ts';
import { listEventTypesRoute } from './features/list-webhook-event-types/list-webhook-event-types.route.ts';
import { recoverDeliveriesRoute } from './features/recover-webhook-deliveries/recover-webhook-deliveries.route.ts';
import {
  removeEndpointRoute,
  removePostbackRoute,
  unsubscribeHookRoute,
} from './features/delete-webhook-endpoint/delete-webhook-endpoint.route.ts';
import { retryDeliveryRoute } from './features/retry-webhook-delivery/retry-webhook-delivery.route.ts';
import { rotateSecretRoute } from './features/rotate-webhook-secret/rotate-webhook-secret.route.ts';
import { sendTestRoute } from './features/test-webhook-endpoint/test-webhook-endpoint.route.ts';
import { showAnalyticsRoute } from './features/get-webhook-analytics/get-webhook-analytics.route.ts';

/** All that the webhook service answers, hears and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    createEndpointRoute(deps),
    listEndpointsRoute(deps),
    changeEndpointRoute(deps),
    removeEndpointRoute(deps),
    rotateSecretRoute(deps),
    listDeliveriesRoute(deps),
    listDeadLettersRoute(deps),
    retryDeliveryRoute(deps),
    recoverDeliveriesRoute(deps),
    sendTestRoute(deps),
    listEventTypesRoute(),
    showAnalyticsRoute(deps),
    subscribeHookRoute(deps),
    unsubscribeHookRoute(deps),
    createPostbackRoute(deps),
    listPostbacksRoute(deps),
    changePostbackRoute(deps),
    removePostbackRoute(deps),
    dryRunPostbackRoute(deps),
    announceRoute(deps),
  ],
  consumers: [...fanOutEventsConsumers(deps), fanOutClicksConsumer(deps)],
  workers: [deliverWebhooksWorker(deps)],
});
