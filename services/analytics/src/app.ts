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
import { closeDaysSchedules } from './features/close-days/close-days.schedule.ts';
import { createReportScheduleRoute } from './features/create-report-schedule/create-report-schedule.route.ts';
import { listReportSchedulesRoute } from './features/list-report-schedules/list-report-schedules.route.ts';
import { updateReportScheduleRoute } from './features/update-report-schedule/update-report-schedule.route.ts';
import { deleteReportScheduleRoute } from './features/delete-report-schedule/delete-report-schedule.route.ts';
import { getBrandReportRoute } from './features/get-brand-report/get-brand-report.route.ts';
import { exportBrandReportRoute } from './features/export-brand-report/export-brand-report.route.ts';
import { getBrandReportExportRoute } from './features/get-brand-report-export/get-brand-report-export.route.ts';
import { createBrandReportScheduleRoute } from './features/create-brand-report-schedule/create-brand-report-schedule.route.ts';
import { listBrandReportSchedulesRoute } from './features/list-brand-report-schedules/list-brand-report-schedules.route.ts';
import { getBrandReportScheduleRoute } from './features/get-brand-report-schedule/get-brand-report-schedule.route.ts';
import { updateBrandReportScheduleRoute } from './features/update-brand-report-schedule/update-brand-report-schedule.route.ts';
import { deleteBrandReportScheduleRoute } from './features/delete-brand-report-schedule/delete-brand-report-schedule.route.ts';
import { getReportScheduleRoute } from './features/get-report-schedule/get-report-schedule.route.ts';
import { getBrandAffiliateRoute } from './features/get-brand-affiliate/get-brand-affiliate.route.ts';
import { syncAffiliatesConsumers } from './features/sync-affiliates/sync-affiliates.consumer.ts';
import { syncMembershipsConsumers } from './features/sync-memberships/sync-memberships.consumer.ts';
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
import { recountSums } from './workflows/recount-sums.ts';
import { stateOrderCredits } from './workflows/state-order-credits.ts';

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
    getReportScheduleRoute(deps),
    updateReportScheduleRoute(deps),
    deleteReportScheduleRoute(deps),
    getBrandReportRoute(deps),
    exportBrandReportRoute(deps),
    getBrandReportExportRoute(deps),
    createBrandReportScheduleRoute(deps),
    listBrandReportSchedulesRoute(deps),
    getBrandReportScheduleRoute(deps),
    updateBrandReportScheduleRoute(deps),
    deleteBrandReportScheduleRoute(deps),
    getBrandAffiliateRoute(deps),
  ],
  consumers: [
    eraseAccountsConsumer(deps),
    recordClicksConsumer(deps),
    recordImpressionsConsumer(deps),
    ...recordConversionConsumers(deps),
    ...recordCommissionConsumers(deps),
    ...syncCampaignsConsumers(deps),
    syncLinksConsumer(deps),
    ...syncAffiliatesConsumers(deps),
    ...syncMembershipsConsumers(deps),
    storeAuditHeadsConsumer(deps),
  ],
  // Figures that are not sums in MongoDB are counted by `analytics rebuild`.
  migrations: deps.closeDays === undefined ? [recountSums(deps), stateOrderCredits(deps)] : [],
  workers: [eraseAccountsWorker(deps), writeReportsWorker(deps), publishMilestonesWorker(deps)],
  schedules: [
    publishMissedMilestonesSchedule(deps),
    runReportSchedulesSchedule(deps),
    ...closeDaysSchedules(deps),
  ],
});
