import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { affiliatePerformanceRoute } from './features/affiliate-performance/affiliate-performance.route.ts';
import { campaignPerformanceRoute } from './features/campaign-performance/campaign-performance.route.ts';
import { exportReportRoute } from './features/export-report/export-report.route.ts';
import { downloadExportRoute } from './features/fetch-export/download-export.route.ts';
import { showExportRoute } from './features/fetch-export/show-export.route.ts';
import { keepCampaignConsumers } from './features/keep-campaigns/keep-campaigns.consumer.ts';
import { keepLinksConsumer } from './features/keep-links/keep-links.consumer.ts';
import {
  changeScheduleRoute,
  createScheduleRoute,
  listSchedulesRoute,
  removeScheduleRoute,
} from './features/keep-schedules/keep-schedules.route.ts';
import { linkPerformanceRoute } from './features/link-performance/link-performance.route.ts';
import { listClicksRoute } from './features/list-clicks/list-clicks.route.ts';
import { recordClicksConsumer } from './features/record-clicks/record-clicks.consumer.ts';
import { recordCommissionConsumers } from './features/record-commissions/record-commissions.consumer.ts';
import { recordImpressionsConsumer } from './features/record-impressions/record-impressions.consumer.ts';
import { recordConversionConsumers } from './features/record-conversions/record-conversions.consumer.ts';
import { runSchedulesSchedule } from './features/run-schedules/run-schedules.schedule.ts';
import { showReportRoute } from './features/show-report/show-report.route.ts';
import { tellMissedMilestonesSchedule } from './features/tell-milestones/tell-milestones.schedule.ts';
import { tellMilestonesWorker } from './features/tell-milestones/tell-milestones.worker.ts';
import { writeReportsWorker } from './features/write-reports/write-reports.worker.ts';

export const app = (deps: Deps): App => ({
  routes: [
    listClicksRoute(deps),
    affiliatePerformanceRoute(deps),
    campaignPerformanceRoute(deps),
    linkPerformanceRoute(deps),
    showReportRoute(deps),
    exportReportRoute(deps),
    showExportRoute(deps),
    downloadExportRoute(deps),
    createScheduleRoute(deps),
    listSchedulesRoute(deps),
    changeScheduleRoute(deps),
    removeScheduleRoute(deps),
  ],
  consumers: [
    recordClicksConsumer(deps),
    recordImpressionsConsumer(deps),
    ...recordConversionConsumers(deps),
    ...recordCommissionConsumers(deps),
    ...keepCampaignConsumers(deps),
    keepLinksConsumer(deps),
  ],
  workers: [writeReportsWorker(deps), tellMilestonesWorker(deps)],
  schedules: [tellMissedMilestonesSchedule(deps), runSchedulesSchedule(deps)],
});
