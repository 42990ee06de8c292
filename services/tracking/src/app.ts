import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { adjustConversionRoute } from './features/adjust-conversion/adjust-conversion.route.ts';
import { bulkReviewConversionsRoute } from './features/bulk-review-conversions/bulk-review-conversions.route.ts';
import { checkInstallRoute } from './features/check-install/check-install.route.ts';
import { createClaimRoute } from './features/create-claim/create-claim.route.ts';
import { createIntegrationRoute } from './features/create-integration/create-integration.route.ts';
import { createTrackingSecretRoute } from './features/create-tracking-secret/create-tracking-secret.route.ts';
import { decideClaimRoute } from './features/decide-claim/decide-claim.route.ts';
import { deleteIntegrationRoute } from './features/delete-integration/delete-integration.route.ts';
import { deleteTrackingSecretRoute } from './features/delete-tracking-secret/delete-tracking-secret.route.ts';
import { disputeConversionRoute } from './features/dispute-conversion/dispute-conversion.route.ts';
import { eraseCustomerDataRoute } from './features/erase-customer-data/erase-customer-data.route.ts';
import { eraseCustomerDataWorker } from './features/erase-customer-data/erase-customer-data.worker.ts';
import { expireClaimsSchedule } from './features/expire-claims/expire-claims.schedule.ts';
import { findJourneysRpc } from './features/find-journeys/find-journeys.rpc.ts';
import { followLinkRoute } from './features/follow-link/follow-link.route.ts';
import { forgetPrivateDataSchedule } from './features/forget-private-data/forget-private-data.schedule.ts';
import { getAffiliateClaimRoute } from './features/get-affiliate-claim/get-affiliate-claim.route.ts';
import { getAffiliateConversionRoute } from './features/get-affiliate-conversion/get-affiliate-conversion.route.ts';
import { getBrandClaimRoute } from './features/get-brand-claim/get-brand-claim.route.ts';
import { getBrandConversionRoute } from './features/get-brand-conversion/get-brand-conversion.route.ts';
import { getBrowserScriptRoute } from './features/get-browser-script/get-browser-script.route.ts';
import { getClaimSettingsRoute } from './features/get-claim-settings/get-claim-settings.route.ts';
import { getConversionAnalyticsRoute } from './features/get-conversion-analytics/get-conversion-analytics.route.ts';
import { getConversionRpc } from './features/get-conversion/get-conversion.rpc.ts';
import { getCustomerErasureRoute } from './features/get-customer-erasure/get-customer-erasure.route.ts';
import { getIntegrationRoute } from './features/get-integration/get-integration.route.ts';
import { getTrackingHealthRoute } from './features/get-tracking-health/get-tracking-health.route.ts';
import { getTrackingSnippetRoute } from './features/get-tracking-snippet/get-tracking-snippet.route.ts';
import { listAffiliateClaimsRoute } from './features/list-affiliate-claims/list-affiliate-claims.route.ts';
import { listAffiliateConversionsRoute } from './features/list-affiliate-conversions/list-affiliate-conversions.route.ts';
import { listBrandClaimsRoute } from './features/list-brand-claims/list-brand-claims.route.ts';
import { listBrandConversionsRoute } from './features/list-brand-conversions/list-brand-conversions.route.ts';
import { listClicksRoute } from './features/list-clicks/list-clicks.route.ts';
import { listCustomerErasuresRoute } from './features/list-customer-erasures/list-customer-erasures.route.ts';
import { listIntegrationsRoute } from './features/list-integrations/list-integrations.route.ts';
import { listMetadataRpc } from './features/list-metadata/list-metadata.rpc.ts';
import { listPendingConversionsRoute } from './features/list-pending-conversions/list-pending-conversions.route.ts';
import { listScriptVersionsRoute } from './features/list-script-versions/list-script-versions.route.ts';
import { listTrackingSecretsRoute } from './features/list-tracking-secrets/list-tracking-secrets.route.ts';
import { listVisitorsRpc } from './features/list-visitors/list-visitors.rpc.ts';
import { listVisitsRpc } from './features/list-visits/list-visits.rpc.ts';
import { projectClicksConsumers } from './features/project-clicks/project-clicks.consumer.ts';
import { receiveShopWebhookRoute } from './features/receive-shop-webhook/receive-shop-webhook.route.ts';
import { recordErasureReportsConsumers } from './features/record-erasure-reports/record-erasure-reports.consumer.ts';
import { recordImpressionRoute } from './features/record-impression/record-impression.route.ts';
import { recordVisitRoute } from './features/record-visit/record-visit.route.ts';
import { replayClicksWorker } from './features/replay-clicks/replay-clicks.worker.ts';
import { reviewConversionRoute } from './features/review-conversion/review-conversion.route.ts';
import { setClickCookieRoute } from './features/set-click-cookie/set-click-cookie.route.ts';
import { syncAssessmentsConsumers } from './features/sync-assessments/sync-assessments.consumer.ts';
import { syncCampaignsConsumers } from './features/sync-campaigns/sync-campaigns.consumer.ts';
import { syncCommissionsConsumers } from './features/sync-commissions/sync-commissions.consumer.ts';
import { syncIntegrationRoute } from './features/sync-integration/sync-integration.route.ts';
import { syncIntegrationsSchedule } from './features/sync-integrations/sync-integrations.schedule.ts';
import { syncSuspensionsConsumers } from './features/sync-suspensions/sync-suspensions.consumer.ts';
import { syncTiersConsumers } from './features/sync-tiers/sync-tiers.consumer.ts';
import { trackCallRoute } from './features/track-call/track-call.route.ts';
import { trackConversionRoute } from './features/track-conversion/track-conversion.route.ts';
import { trackMessageRoute } from './features/track-message/track-message.route.ts';
import { trackPageOrderRoute } from './features/track-page-order/track-page-order.route.ts';
import { trackPixelOrderRoute } from './features/track-pixel-order/track-pixel-order.route.ts';
import { trackPluginOrderRoute } from './features/track-plugin-order/track-plugin-order.route.ts';
import { trackPostbackByUrlRoute } from './features/track-postback-by-url/track-postback-by-url.route.ts';
import { trackPostbackRoute } from './features/track-postback/track-postback.route.ts';
import { updateClaimSettingsRoute } from './features/update-claim-settings/update-claim-settings.route.ts';
import { watchTrackingHealthSchedule } from './features/watch-tracking-health/watch-tracking-health.schedule.ts';
import { migrations } from './store/migrations.ts';

const conversionRoutes = (deps: Deps) => [
  listAffiliateConversionsRoute(deps),
  listClicksRoute(deps),
  getConversionAnalyticsRoute(deps),
  disputeConversionRoute(deps),
  // After the fixed path, which its parameter would match.
  getAffiliateConversionRoute(deps),
  listBrandConversionsRoute(deps),
  listPendingConversionsRoute(deps),
  getBrandConversionRoute(deps),
  reviewConversionRoute(deps),
  bulkReviewConversionsRoute(deps),
];

/** Affiliates' claims to missing orders. */
const claimRoutes = (deps: Deps) => [
  createClaimRoute(deps),
  listAffiliateClaimsRoute(deps),
  getAffiliateClaimRoute(deps),
  listBrandClaimsRoute(deps),
  getClaimSettingsRoute(deps),
  updateClaimSettingsRoute(deps),
  getBrandClaimRoute(deps),
  decideClaimRoute(deps),
];

/** What shops' pages load and call. */
const pageRoutes = (deps: Deps) => [
  trackPixelOrderRoute(deps),
  recordImpressionRoute(deps),
  getTrackingSnippetRoute(deps),
  recordVisitRoute(deps),
  trackPageOrderRoute(deps),
  setClickCookieRoute(deps),
  listScriptVersionsRoute(deps),
  // After the fixed paths, which its parameter would match.
  getBrowserScriptRoute(deps),
];

const rpcs = (deps: Deps) => [
  findJourneysRpc(deps),
  getConversionRpc(deps),
  listMetadataRpc(deps),
  listVisitorsRpc(deps),
  listVisitsRpc(deps),
];

const schedules = (deps: Deps) => [
  forgetPrivateDataSchedule(deps),
  syncIntegrationsSchedule(deps),
  watchTrackingHealthSchedule(deps),
  expireClaimsSchedule(deps),
];

/** All routes, consumers, workers and schedules of this service. */
export const app = (deps: Deps): App => ({
  parts: { click_spool: () => !deps.isSpoolFull() },
  routes: [
    streamAccountDataRoute('tracking', deps),
    followLinkRoute(deps),
    trackConversionRoute(deps),
    trackPostbackRoute(deps),
    trackPostbackByUrlRoute(deps),
    adjustConversionRoute(deps),
    trackCallRoute(deps),
    trackMessageRoute(deps),
    ...pageRoutes(deps),
    trackPluginOrderRoute(deps),
    checkInstallRoute(deps),
    getTrackingHealthRoute(deps),
    ...conversionRoutes(deps),
    ...claimRoutes(deps),
    createTrackingSecretRoute(deps),
    listTrackingSecretsRoute(deps),
    deleteTrackingSecretRoute(deps),
    createIntegrationRoute(deps),
    listIntegrationsRoute(deps),
    getIntegrationRoute(deps),
    deleteIntegrationRoute(deps),
    syncIntegrationRoute(deps),
    receiveShopWebhookRoute(deps),
    eraseCustomerDataRoute(deps),
    getCustomerErasureRoute(deps),
    listCustomerErasuresRoute(deps),
  ],
  rpcs: rpcs(deps),
  consumers: [
    eraseAccountsConsumer(deps),
    ...syncCampaignsConsumers(deps),
    ...syncAssessmentsConsumers(deps),
    ...syncCommissionsConsumers(deps),
    ...syncTiersConsumers(deps),
    ...syncSuspensionsConsumers(deps),
    ...projectClicksConsumers(deps),
    ...recordErasureReportsConsumers(deps),
  ],
  migrations,
  workers: [eraseAccountsWorker(deps), eraseCustomerDataWorker(deps), replayClicksWorker(deps)],
  schedules: schedules(deps),
});
