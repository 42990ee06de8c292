import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { adjustConversionRoute } from './features/adjust-conversion/adjust-conversion.route.ts';
import { analyseConversionsRoute } from './features/get-conversion-analytics/get-conversion-analytics.route.ts';
import {
  connectStoreRoute,
  disconnectStoreRoute,
  listStoresRoute,
} from './features/create-integration/create-integration.route.ts';
import { disputeConversionRoute } from './features/dispute-conversion/dispute-conversion.route.ts';
import { followLinkRoute } from './features/follow-link/follow-link.route.ts';
import { forgetPrivateDataSchedule } from './features/forget-private-data/forget-private-data.schedule.ts';
import {
  createTrackingSecretRoute,
  deleteTrackingSecretRoute,
  listTrackingSecretsRoute,
} from './features/create-tracking-secret/create-tracking-secret.route.ts';
import { keepAssessmentsConsumer } from './features/sync-assessments/sync-assessments.consumer.ts';
import { keepCampaignCopiesConsumers } from './features/sync-campaigns/sync-campaigns.consumer.ts';
import { keepCommissionsConsumers } from './features/sync-commissions/sync-commissions.consumer.ts';
import { listAffiliateConversionsRoute } from './features/list-affiliate-conversions/list-affiliate-conversions.route.ts';
import { listBrandConversionsRoute } from './features/list-brand-conversions/list-brand-conversions.route.ts';
import { listPendingReviewRoute } from './features/list-pending-conversions/list-pending-conversions.route.ts';
import { keepTiersConsumers } from './features/sync-tiers/sync-tiers.consumer.ts';
import { projectClicksConsumer } from './features/project-clicks/project-clicks.consumer.ts';
import { trackCallRoute } from './features/track-call/track-call.route.ts';
import { trackMessageRoute } from './features/track-message/track-message.route.ts';
import { trackConversionRoute } from './features/track-conversion/track-conversion.route.ts';
import { trackPluginOrderRoute } from './features/track-plugin-order/track-plugin-order.route.ts';
import { trackPostbackRoute } from './features/track-postback/track-postback.route.ts';
import { pixelRoute } from './features/track-pixel-order/track-pixel-order.route.ts';
import { snippetRoute } from './features/get-tracking-snippet/get-tracking-snippet.route.ts';
import { recordImpressionRoute } from './features/record-impression/record-impression.route.ts';
import { replayClicksWorker } from './features/replay-clicks/replay-clicks.worker.ts';
import { bulkReviewRoute } from './features/bulk-review-conversions/bulk-review-conversions.route.ts';
import { reviewConversionRoute } from './features/review-conversion/review-conversion.route.ts';

import { syncStoreRoute } from './features/sync-integration/sync-integration.route.ts';
import { syncStoresSchedule } from './features/sync-integrations/sync-integrations.schedule.ts';
import { takeStoreOrdersRoute } from './features/receive-shop-webhook/receive-shop-webhook.route.ts';

/** Everything this service answers, hears and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    followLinkRoute(deps),
    trackConversionRoute(deps),
    trackPostbackRoute(deps),
    adjustConversionRoute(deps),
    trackCallRoute(deps),
    trackMessageRoute(deps),
    pixelRoute(deps),
    recordImpressionRoute(deps),
    snippetRoute(deps),
    trackPluginOrderRoute(deps),
    listAffiliateConversionsRoute(deps),
    analyseConversionsRoute(deps),
    disputeConversionRoute(deps),
    listBrandConversionsRoute(deps),
    listPendingReviewRoute(deps),
    reviewConversionRoute(deps),
    bulkReviewRoute(deps),
    createTrackingSecretRoute(deps),
    listTrackingSecretsRoute(deps),
    deleteTrackingSecretRoute(deps),
    connectStoreRoute(deps),
    listStoresRoute(deps),
    disconnectStoreRoute(deps),
    syncStoreRoute(deps),
    takeStoreOrdersRoute(deps),
  ],
  consumers: [
    ...keepCampaignCopiesConsumers(deps),
    keepAssessmentsConsumer(deps),
    ...keepCommissionsConsumers(deps),
    ...keepTiersConsumers(deps),
    projectClicksConsumer(deps),
  ],
  workers: [replayClicksWorker(deps)],
  schedules: [forgetPrivateDataSchedule(deps), syncStoresSchedule(deps)],
});
