import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { affiliatePerformanceRoute } from './features/affiliate-performance/affiliate-performance.route.ts';
import { campaignPerformanceRoute } from './features/campaign-performance/campaign-performance.route.ts';
import { keepCampaignConsumers } from './features/keep-campaigns/keep-campaigns.consumer.ts';
import { keepLinksConsumer } from './features/keep-links/keep-links.consumer.ts';
import { listClicksRoute } from './features/list-clicks/list-clicks.route.ts';
import { recordClicksConsumer } from './features/record-clicks/record-clicks.consumer.ts';
import { recordCommissionConsumers } from './features/record-commissions/record-commissions.consumer.ts';
import { recordConversionConsumers } from './features/record-conversions/record-conversions.consumer.ts';
import { showReportRoute } from './features/show-report/show-report.route.ts';

export const app = (deps: Deps): App => ({
  routes: [
    listClicksRoute(deps),
    affiliatePerformanceRoute(deps),
    campaignPerformanceRoute(deps),
    showReportRoute(deps),
  ],
  consumers: [
    recordClicksConsumer(deps),
    ...recordConversionConsumers(deps),
    ...recordCommissionConsumers(deps),
    ...keepCampaignConsumers(deps),
    keepLinksConsumer(deps),
  ],
});
