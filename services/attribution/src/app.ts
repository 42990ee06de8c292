import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { assessConversionsRpc } from './features/assess/assess.rpc.ts';
import { assessWaitingWorker } from './features/assess-pending-conversions/assess-pending-conversions.worker.ts';
import { recordConversionsConsumer } from './features/record-conversions/record-conversions.consumer.ts';
import { forgetCustomersConsumer } from './features/erase-customers/erase-customers.consumer.ts';
import { keepPeopleConsumers } from './features/sync-affiliate-identities/sync-affiliate-identities.consumer.ts';
import { keepSettingsConsumers } from './features/sync-attribution-settings/sync-attribution-settings.consumer.ts';
import { learnFromReviewsConsumers } from './features/record-reviews/record-reviews.consumer.ts';
import { keepRefundsConsumers } from './features/sync-refunds/sync-refunds.consumer.ts';
import {
  compareAttributionRoute,
  previewAttributionRoute,
} from './features/preview-campaign-attribution/preview-campaign-attribution.route.ts';
import { analyseFraudRoute } from './features/get-fraud-analysis/get-fraud-analysis.route.ts';
import { countTrafficWorker } from './features/refill-traffic-counters/refill-traffic-counters.worker.ts';
import { explainConversionRpc } from './features/explain/explain.rpc.ts';
import { explainConversionRoute } from './features/get-conversion-explanation/get-conversion-explanation.route.ts';
import { keepCommissionsConsumers } from './features/sync-commissions/sync-commissions.consumer.ts';
import { remindOfReviewsSchedule } from './features/remind-overdue-reviews/remind-overdue-reviews.schedule.ts';
import { watchAffiliatesConsumer } from './features/detect-suspicious-affiliates/detect-suspicious-affiliates.consumer.ts';
import { getAttributionRoute } from './features/get-campaign-attribution/get-campaign-attribution.route.ts';
import { sumFraudSchedule } from './features/aggregate-fraud-figures/aggregate-fraud-figures.schedule.ts';
import {
  getFraudSettingsRoute,
  setFraudSettingsRoute,
} from './features/update-fraud-settings/update-fraud-settings.route.ts';
import { setAttributionRoute } from './features/update-campaign-attribution/update-campaign-attribution.route.ts';
import { trainModelsSchedule } from './features/train-models/train-models.schedule.ts';
import { projectTouchpointsConsumer } from './features/record-touchpoints/record-touchpoints.consumer.ts';

/** All that attribution answers, hears and does by itself. */
export const app = (deps: Deps): App => ({
  routes: [
    setAttributionRoute(deps),
    getAttributionRoute(deps),
    previewAttributionRoute(deps),
    compareAttributionRoute(deps),
    explainConversionRoute(deps),
    analyseFraudRoute(deps),
    setFraudSettingsRoute(deps),
    getFraudSettingsRoute(deps),
  ],
  schedules: [trainModelsSchedule(deps), remindOfReviewsSchedule(deps), sumFraudSchedule(deps)],
  rpcs: [assessConversionsRpc(deps), explainConversionRpc(deps)],
  consumers: [
    projectTouchpointsConsumer(deps),
    ...keepSettingsConsumers(deps),
    ...keepPeopleConsumers(deps),
    ...keepRefundsConsumers(deps),
    ...keepCommissionsConsumers(deps),
    watchAffiliatesConsumer(deps),
    recordConversionsConsumer(deps),
    ...learnFromReviewsConsumers(deps),
    forgetCustomersConsumer(deps),
  ],
  workers: [assessWaitingWorker(deps), countTrafficWorker(deps)],
});
