import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { assessConversionsRpc } from './features/assess-conversions/assess-conversions.rpc.ts';
import { assessWaitingWorker } from './features/assess-conversions/assess-waiting.worker.ts';
import { recordConversionsConsumer } from './features/assess-conversions/record-conversions.consumer.ts';
import { forgetCustomersConsumer } from './features/forget-customers/forget-customers.consumer.ts';
import { keepPeopleConsumers } from './features/keep-people/keep-people.consumer.ts';
import { keepSettingsConsumers } from './features/keep-settings/keep-settings.consumer.ts';
import { learnFromReviewsConsumers } from './features/learn-from-reviews/learn-from-reviews.consumer.ts';
import { keepRefundsConsumers } from './features/keep-refunds/keep-refunds.consumer.ts';
import {
  compareAttributionRoute,
  previewAttributionRoute,
} from './features/preview-attribution/preview-attribution.route.ts';
import { analyseFraudRoute } from './features/analyse-fraud/analyse-fraud.route.ts';
import { countTrafficWorker } from './features/count-traffic/count-traffic.worker.ts';
import { explainConversionRpc } from './features/explain-conversion/explain-conversion.rpc.ts';
import { explainConversionRoute } from './features/explain-conversion/explain-conversion.route.ts';
import { keepCommissionsConsumers } from './features/keep-commissions/keep-commissions.consumer.ts';
import { remindOfReviewsSchedule } from './features/remind-of-reviews/remind-of-reviews.schedule.ts';
import { watchAffiliatesConsumer } from './features/watch-affiliates/watch-affiliates.consumer.ts';
import { getAttributionRoute } from './features/set-attribution/get-attribution.route.ts';
import { sumFraudSchedule } from './features/sum-fraud/sum-fraud.schedule.ts';
import {
  getFraudSettingsRoute,
  setFraudSettingsRoute,
} from './features/set-fraud-settings/fraud-settings.route.ts';
import { setAttributionRoute } from './features/set-attribution/set-attribution.route.ts';
import { trainModelsSchedule } from './features/train-models/train-models.schedule.ts';
import { projectTouchpointsConsumer } from './features/project-touchpoints/project-touchpoints.consumer.ts';

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
