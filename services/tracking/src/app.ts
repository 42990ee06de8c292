import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { adjustConversionRoute } from './features/adjust-conversion/adjust-conversion.route.ts';
import { analyseConversionsRoute } from './features/analyse-conversions/analyse-conversions.route.ts';
import {
  connectStoreRoute,
  disconnectStoreRoute,
  listStoresRoute,
} from './features/connect-stores/connect-stores.route.ts';
import { disputeConversionRoute } from './features/dispute-conversion/dispute-conversion.route.ts';
import { followLinkRoute } from './features/follow-link/follow-link.route.ts';
import { forgetPrivateDataSchedule } from './features/forget-private-data/forget-private-data.schedule.ts';
import {
  createTrackingSecretRoute,
  deleteTrackingSecretRoute,
  listTrackingSecretsRoute,
} from './features/hold-tracking-secrets/hold-tracking-secrets.route.ts';
import { keepAssessmentsConsumer } from './features/keep-assessments/keep-assessments.consumer.ts';
import { keepCampaignCopiesConsumers } from './features/keep-campaign-copies/keep-campaign-copies.consumer.ts';
import { keepCommissionsConsumers } from './features/keep-commissions/keep-commissions.consumer.ts';
import { listAffiliateConversionsRoute } from './features/list-conversions/affiliate-conversions.route.ts';
import { listBrandConversionsRoute } from './features/list-conversions/brand-conversions.route.ts';
import { listPendingReviewRoute } from './features/list-conversions/pending-review.route.ts';
import { keepTiersConsumers } from './features/keep-tiers/keep-tiers.consumer.ts';
import { projectClicksConsumer } from './features/project-clicks/project-clicks.consumer.ts';
import { trackCallRoute } from './features/record-contact/call.route.ts';
import { trackMessageRoute } from './features/record-contact/message.route.ts';
import { trackConversionRoute } from './features/record-conversion/direct.route.ts';
import { trackPluginOrderRoute } from './features/record-conversion/plugin.route.ts';
import { trackPostbackRoute } from './features/record-conversion/postback.route.ts';
import { pixelRoute } from './features/record-pixel/pixel.route.ts';
import { snippetRoute } from './features/record-pixel/snippet.route.ts';
import { recordImpressionRoute } from './features/record-impression/record-impression.route.ts';
import { replayClicksWorker } from './features/replay-clicks/replay-clicks.worker.ts';
import { bulkReviewRoute } from './features/review-conversions/bulk-review.route.ts';
import { reviewConversionRoute } from './features/review-conversions/review-conversion.route.ts';

import { syncStoreRoute } from './features/sync-stores/sync-stores.route.ts';
import { syncStoresSchedule } from './features/sync-stores/sync-stores.schedule.ts';
import { takeStoreOrdersRoute } from './features/take-store-orders/store-orders.route.ts';

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
