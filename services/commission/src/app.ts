import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import type { Deps } from './deps.ts';
import { applyAdjustmentConsumers } from './features/apply-adjustment/apply-adjustment.consumer.ts';
import { applyAdjustmentRpc } from './features/apply-adjustment/apply-adjustment.rpc.ts';
import { applyAttributionChangeRpc } from './features/apply-attribution-change/apply-attribution-change.rpc.ts';
import { applyTiersWorker } from './features/apply-tiers/apply-tiers.worker.ts';
import { balanceRpc } from './features/balance/balance.rpc.ts';
import { bookClicksWorker } from './features/book-clicks/book-clicks.worker.ts';
import { cancelCommissionRoute } from './features/cancel-commission/cancel-commission.route.ts';
import { createForConversionsConsumer } from './features/create-for-conversions/create-for-conversions.consumer.ts';
import { createForConversionsRpc } from './features/create-for-conversions/create-for-conversions.rpc.ts';
import { openCreateForConversions } from './features/create-for-conversions/create-for-conversions.ts';
import { evaluateTiersSchedule } from './features/evaluate-tiers/evaluate-tiers.schedule.ts';
import { evaluateTiersWorker } from './features/evaluate-tiers/evaluate-tiers.worker.ts';
import { forgetPrivateDataSchedule } from './features/forget-private-data/forget-private-data.schedule.ts';
import { getCommissionBreakdownRoute } from './features/get-commission-breakdown/get-commission-breakdown.route.ts';
import { getCommissionConversionRoute } from './features/get-commission-conversion/get-commission-conversion.route.ts';
import { getCommissionSummaryRoute } from './features/get-commission-summary/get-commission-summary.route.ts';
import { getEarningsRoute } from './features/get-earnings/get-earnings.route.ts';
import { getPendingEarningsRoute } from './features/get-pending-earnings/get-pending-earnings.route.ts';
import { getTierStandingRoute } from './features/get-tier-standing/get-tier-standing.route.ts';
import { listClickStatementsRoute } from './features/list-click-statements/list-click-statements.route.ts';
import { listCommissionConversionsRoute } from './features/list-commission-conversions/list-commission-conversions.route.ts';
import { listCommissionTiersRoute } from './features/list-commission-tiers/list-commission-tiers.route.ts';
import { listCommissionsRoute } from './features/list-commissions/list-commissions.route.ts';
import { listExchangeRatesRoute } from './features/list-exchange-rates/list-exchange-rates.route.ts';
import { listFraudHoldsRoute } from './features/list-fraud-holds/list-fraud-holds.route.ts';
import { listHeldClicksRoute } from './features/list-held-clicks/list-held-clicks.route.ts';
import { previewAttributionChangeRpc } from './features/preview-attribution-change/preview-attribution-change.rpc.ts';
import { recordPaidClicksConsumers } from './features/record-paid-clicks/record-paid-clicks.consumer.ts';
import { refuseOverdueClicksSchedule } from './features/refuse-overdue-clicks/refuse-overdue-clicks.schedule.ts';
import { releaseHoldsWorker } from './features/release-holds/release-holds.worker.ts';
import { releaseRpc } from './features/release/release.rpc.ts';
import { reserveRpc } from './features/reserve/reserve.rpc.ts';
import { restoreRpc } from './features/restore/restore.rpc.ts';
import { reviewFraudHoldRoute } from './features/review-fraud-hold/review-fraud-hold.route.ts';
import { reviewHeldClicksRoute } from './features/review-held-clicks/review-held-clicks.route.ts';
import { setCampaignTiersRoute } from './features/set-campaign-tiers/set-campaign-tiers.route.ts';
import { setExchangeRatesRoute } from './features/set-exchange-rates/set-exchange-rates.route.ts';
import { setPlatformTiersRoute } from './features/set-platform-tiers/set-platform-tiers.route.ts';
import { settleRpc } from './features/settle/settle.rpc.ts';
import { syncCampaignsConsumers } from './features/sync-campaigns/sync-campaigns.consumer.ts';
import { syncConversionsConsumers } from './features/sync-conversions/sync-conversions.consumer.ts';
import { syncPayoutSchedulesConsumer } from './features/sync-payout-schedules/sync-payout-schedules.consumer.ts';
import { syncSuspensionsConsumers } from './features/sync-suspensions/sync-suspensions.consumer.ts';
import { traceCommissionRoute } from './features/trace-commission/trace-commission.route.ts';
import { undoAttributionChangeRpc } from './features/undo-attribution-change/undo-attribution-change.rpc.ts';
import { verifyLedgerRoute } from './features/verify-ledger/verify-ledger.route.ts';

const routesOf = (deps: Deps) => [
  streamAccountDataRoute('commission', deps),
  listCommissionsRoute(deps),
  getEarningsRoute(deps),
  getCommissionSummaryRoute(deps),
  getCommissionBreakdownRoute(deps),
  getPendingEarningsRoute(deps),
  listCommissionConversionsRoute(deps),
  getCommissionConversionRoute(deps),
  traceCommissionRoute(deps),
  listClickStatementsRoute(deps),
  listFraudHoldsRoute(deps),
  reviewFraudHoldRoute(deps),
  listHeldClicksRoute(deps),
  reviewHeldClicksRoute(deps),
  cancelCommissionRoute(deps),
  listCommissionTiersRoute(deps),
  getTierStandingRoute(deps),
  setCampaignTiersRoute(deps),
  setPlatformTiersRoute(deps),
  listExchangeRatesRoute(deps),
  setExchangeRatesRoute(deps),
  verifyLedgerRoute(deps),
];

/** All that commission serves, consumes and runs. */
export const app = (deps: Deps): App => {
  const createForConversions = openCreateForConversions(deps);
  return {
    routes: routesOf(deps),
    rpcs: [
      createForConversionsRpc(createForConversions),
      applyAdjustmentRpc(deps),
      previewAttributionChangeRpc(deps),
      applyAttributionChangeRpc(deps),
      undoAttributionChangeRpc(deps),
      balanceRpc(deps),
      reserveRpc(deps),
      settleRpc(deps),
      releaseRpc(deps),
      restoreRpc(deps),
    ],
    consumers: [
      eraseAccountsConsumer(deps),
      createForConversionsConsumer(createForConversions),
      ...applyAdjustmentConsumers(deps),
      ...syncConversionsConsumers(deps),
      ...syncCampaignsConsumers(deps),
      ...recordPaidClicksConsumers(deps),
      syncPayoutSchedulesConsumer(deps),
      ...syncSuspensionsConsumers(deps),
    ],
    workers: [
      eraseAccountsWorker(deps),
      releaseHoldsWorker(deps),
      evaluateTiersWorker(deps),
      applyTiersWorker(deps),
      bookClicksWorker(deps),
    ],
    schedules: [
      evaluateTiersSchedule(deps),
      forgetPrivateDataSchedule(deps),
      refuseOverdueClicksSchedule(deps),
    ],
  };
};
