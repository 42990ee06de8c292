import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { announceRoute } from './features/announce/announce.route.ts';
import { changeEndpointRoute } from './features/change-endpoint/change-endpoint.route.ts';
import { changePostbackRoute } from './features/change-endpoint/change-postback.route.ts';
import { createEndpointRoute } from './features/create-endpoint/create-endpoint.route.ts';
import { createPostbackRoute } from './features/create-endpoint/create-postback.route.ts';
import { subscribeHookRoute } from './features/create-endpoint/subscribe-hook.route.ts';
import { deliverWebhooksWorker } from './features/deliver-webhooks/deliver-webhooks.worker.ts';
import { dryRunPostbackRoute } from './features/dry-run-postback/dry-run-postback.route.ts';
import {
  fanOutClicksConsumer,
  fanOutEventsConsumers,
} from './features/fan-out-events/fan-out-events.consumer.ts';
import {
  listDeadLettersRoute,
  listDeliveriesRoute,
} from './features/list-deliveries/list-deliveries.route.ts';
import { listEndpointsRoute } from './features/list-endpoints/list-endpoints.route.ts';
import { listPostbacksRoute } from './features/list-endpoints/list-postbacks.route.ts';
import { listEventTypesRoute } from './features/list-event-types/list-event-types.route.ts';
import { recoverDeliveriesRoute } from './features/recover-deliveries/recover-deliveries.route.ts';
import {
  removeEndpointRoute,
  removePostbackRoute,
  unsubscribeHookRoute,
} from './features/remove-endpoint/remove-endpoint.route.ts';
import { retryDeliveryRoute } from './features/retry-delivery/retry-delivery.route.ts';
import { rotateSecretRoute } from './features/rotate-secret/rotate-secret.route.ts';
import { sendTestRoute } from './features/send-test/send-test.route.ts';
import { showAnalyticsRoute } from './features/show-analytics/show-analytics.route.ts';

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
