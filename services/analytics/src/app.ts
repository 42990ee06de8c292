import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { getAffiliatePerformanceRoute } from './features/get-affiliate-performance/get-affiliate-performance.route.ts';
import { getCampaignPerformanceRoute } from './features/get-campaign-performance/get-campaign-performance.route.ts';
import { exportReportRoute } from './features/export-report/export-report.route.ts';
import { downloadReportExportRoute } from './features/download-report-export/download-report-export.route.ts';
import { getReportExportRoute } from './features/get-report-export/get-report-export.route.ts';
import { syncCampaignsConsumers } from './features/sync-campaigns/sync-campaigns.consumer.ts';
import { syncLinksConsumer } from './features/sync-links/sync-links.consumer.ts';
import { createReportScheduleRoute } from './features/create-report-schedule/create-report-schedule.route.ts';
import { listReportSchedulesRoute } from './features/list-report-schedules/list-report-schedules.route.ts';
import { updateReportScheduleRoute } from './features/update-report-schedule/update-report-schedule.route.ts';
import { deleteReportScheduleRoute } from './features/delete-report-schedule/delete-report-schedule.route.ts';
import { getLinkPerformanceRoute } from './features/get-link-performance/get-link-performance.route.ts';
import { recordClicksConsumer } from './features/record-clicks/record-clicks.consumer.ts';
import { recordCommissionConsumers } from './features/record-commissions/record-commissions.consumer.ts';
import { recordImpressionsConsumer } from './features/record-impressions/record-impressions.consumer.ts';
import { recordConversionConsumers } from './features/record-conversions/record-conversions.consumer.ts';
import { runReportSchedulesSchedule } from './features/run-report-schedules/run-report-schedules.schedule.ts';
import { getReportRoute } from './features/get-report/get-report.route.ts';
import { publishMissedMilestonesSchedule } from './features/publish-milestones/publish-milestones.schedule.ts';
import { publishMilestonesWorker } from './features/publish-milestones/publish-milestones.worker.ts';
import { storeAuditHeadsConsumer } from './features/store-audit-heads/store-audit-heads.consumer.ts';
import { writeReportsWorker } from './features/write-reports/write-reports.worker.ts';

export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('analytics', deps),
    getAffiliatePerformanceRoute(deps),
    getCampaignPerformanceRoute(deps),
    getLinkPerformanceRoute(deps),
    getReportRoute(deps),
    exportReportRoute(deps),
    getReportExportRoute(deps),
    downloadReportExportRoute(deps),
    createReportScheduleRoute(deps),
    listReportSchedulesRoute(deps),
    updateReportScheduleRoute(deps),
    deleteReportScheduleRoute(deps),
  ],
  consumers: [
    eraseAccountsConsumer(deps),
    recordClicksConsumer(deps),
    recordImpressionsConsumer(deps),
    ...recordConversionConsumers(deps),
    ...recordCommissionConsumers(deps),
    ...syncCampaignsConsumers(deps),
    syncLinksConsumer(deps),
    storeAuditHeadsConsumer(deps),
  ],
  workers: [eraseAccountsWorker(deps), writeReportsWorker(deps), publishMilestonesWorker(deps)],
  schedules: [publishMissedMilestonesSchedule(deps), runReportSchedulesSchedule(deps)],
});
