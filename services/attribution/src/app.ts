import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { aggregateFraudFiguresSchedule } from './features/aggregate-fraud-figures/aggregate-fraud-figures.schedule.ts';
import { applyAttributionChangeRoute } from './features/apply-attribution-change/apply-attribution-change.route.ts';
import { assessPendingConversionsWorker } from './features/assess-pending-conversions/assess-pending-conversions.worker.ts';
import { assessRpc } from './features/assess/assess.rpc.ts';
import { checkApplicantsConsumer } from './features/check-applicants/check-applicants.consumer.ts';
import { compareAttributionModelsRoute } from './features/compare-attribution-models/compare-attribution-models.route.ts';
import { countClicksConsumer } from './features/count-clicks/count-clicks.consumer.ts';
import { createAttributionChangeRoute } from './features/create-attribution-change/create-attribution-change.route.ts';
import { openAffiliateCasesConsumer } from './features/open-affiliate-cases/open-affiliate-cases.consumer.ts';
import { detectSuspiciousAffiliatesConsumer } from './features/detect-suspicious-affiliates/detect-suspicious-affiliates.consumer.ts';
import { eraseCustomersConsumer } from './features/erase-customers/erase-customers.consumer.ts';
import { explainRpc } from './features/explain/explain.rpc.ts';
import { getAttributionChangeRoute } from './features/get-attribution-change/get-attribution-change.route.ts';
import { getCampaignAttributionRoute } from './features/get-campaign-attribution/get-campaign-attribution.route.ts';
import { getConversionExplanationRoute } from './features/get-conversion-explanation/get-conversion-explanation.route.ts';
import { getFraudAnalysisRoute } from './features/get-fraud-analysis/get-fraud-analysis.route.ts';
import { getFraudSettingsRoute } from './features/get-fraud-settings/get-fraud-settings.route.ts';
import { judgeAgainRpc } from './features/judge-again/judge-again.rpc.ts';
import { judgeOrdersAgainSchedule } from './features/judge-orders-again/judge-orders-again.schedule.ts';
import { listAttributionChangeConversionsRoute } from './features/list-attribution-change-conversions/list-attribution-change-conversions.route.ts';
import { listAttributionChangesRoute } from './features/list-attribution-changes/list-attribution-changes.route.ts';
import { previewCampaignAttributionRoute } from './features/preview-campaign-attribution/preview-campaign-attribution.route.ts';
import { recordConversionsConsumers } from './features/record-conversions/record-conversions.consumer.ts';
import { recordReviewsConsumers } from './features/record-reviews/record-reviews.consumer.ts';
import { refillTrafficCountersWorker } from './features/refill-traffic-counters/refill-traffic-counters.worker.ts';
import { remindOverdueReviewsSchedule } from './features/remind-overdue-reviews/remind-overdue-reviews.schedule.ts';
import { runAttributionChangesWorker } from './features/run-attribution-changes/run-attribution-changes.worker.ts';
import { syncAffiliateIdentitiesConsumers } from './features/sync-affiliate-identities/sync-affiliate-identities.consumer.ts';
import { syncAttributionSettingsConsumers } from './features/sync-attribution-settings/sync-attribution-settings.consumer.ts';
import { syncCommissionsConsumers } from './features/sync-commissions/sync-commissions.consumer.ts';
import { syncRefundsConsumers } from './features/sync-refunds/sync-refunds.consumer.ts';
import { trainModelsSchedule } from './features/train-models/train-models.schedule.ts';
import { undoAttributionChangeRoute } from './features/undo-attribution-change/undo-attribution-change.route.ts';
import { updateCampaignAttributionRoute } from './features/update-campaign-attribution/update-campaign-attribution.route.ts';
import { updateFraudSettingsRoute } from './features/update-fraud-settings/update-fraud-settings.route.ts';
import { applyFraudWeightsRoute } from './features/apply-fraud-weights/apply-fraud-weights.route.ts';
import { fitFraudWeightsSchedule } from './features/fit-fraud-weights/fit-fraud-weights.schedule.ts';
import { getFraudWeightsPreviewRoute } from './features/get-fraud-weights-preview/get-fraud-weights-preview.route.ts';
import { listFraudDriftsRoute } from './features/list-fraud-drifts/list-fraud-drifts.route.ts';
import { listFraudWeightsRoute } from './features/list-fraud-weights/list-fraud-weights.route.ts';
import { listReviewSampleRoute } from './features/list-review-sample/list-review-sample.route.ts';
import { previewFraudThresholdRoute } from './features/preview-fraud-threshold/preview-fraud-threshold.route.ts';
import { watchFraudDriftSchedule } from './features/watch-fraud-drift/watch-fraud-drift.schedule.ts';
import { getIncrementalityRoute } from './features/get-incrementality/get-incrementality.route.ts';
import { measureLiftsSchedule } from './features/measure-lifts/measure-lifts.schedule.ts';
import { migrations } from './store/migrations.ts';

const attributionRoutes = (deps: Deps) => [
  updateCampaignAttributionRoute(deps),
  getCampaignAttributionRoute(deps),
  previewCampaignAttributionRoute(deps),
  compareAttributionModelsRoute(deps),
  createAttributionChangeRoute(deps),
  listAttributionChangesRoute(deps),
  getAttributionChangeRoute(deps),
  listAttributionChangeConversionsRoute(deps),
  applyAttributionChangeRoute(deps),
  undoAttributionChangeRoute(deps),
  getIncrementalityRoute(deps),
];

const fraudRoutes = (deps: Deps) => [
  getConversionExplanationRoute(deps),
  getFraudAnalysisRoute(deps),
  updateFraudSettingsRoute(deps),
  getFraudSettingsRoute(deps),
  listReviewSampleRoute(deps),
  getFraudWeightsPreviewRoute(deps),
  previewFraudThresholdRoute(deps),
  listFraudWeightsRoute(deps),
  applyFraudWeightsRoute(deps),
  listFraudDriftsRoute(deps),
];

/** All that attribution serves, consumes and runs. */
export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('attribution', deps),
    ...attributionRoutes(deps),
    ...fraudRoutes(deps),
  ],
  rpcs: [assessRpc(deps), explainRpc(deps), judgeAgainRpc(deps)],
  consumers: [
    eraseAccountsConsumer(deps),
    countClicksConsumer(deps),
    ...syncAttributionSettingsConsumers(deps),
    ...syncAffiliateIdentitiesConsumers(deps),
    checkApplicantsConsumer(deps),
    ...syncRefundsConsumers(deps),
    ...syncCommissionsConsumers(deps),
    detectSuspiciousAffiliatesConsumer(deps),
    openAffiliateCasesConsumer(deps),
    ...recordConversionsConsumers(deps),
    ...recordReviewsConsumers(deps),
    eraseCustomersConsumer(deps),
  ],
  migrations,
  workers: [
    eraseAccountsWorker(deps),
    assessPendingConversionsWorker(deps),
    refillTrafficCountersWorker(deps),
    runAttributionChangesWorker(deps),
  ],
  schedules: [
    trainModelsSchedule(deps),
    remindOverdueReviewsSchedule(deps),
    aggregateFraudFiguresSchedule(deps),
    judgeOrdersAgainSchedule(deps),
    fitFraudWeightsSchedule(deps),
    watchFraudDriftSchedule(deps),
    measureLiftsSchedule(deps),
  ],
});
