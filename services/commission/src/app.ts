import type { App } from '@tributary/service';
import type { Deps } from './deps.ts';
import { applyAdjustmentConsumers } from './features/apply-adjustment/apply-adjustment.consumer.ts';
import { applyAdjustmentRpc } from './features/apply-adjustment/apply-adjustment.rpc.ts';
import { bookClicksWorker } from './features/book-clicks/book-clicks.worker.ts';
import { countClicksConsumers } from './features/book-clicks/count-clicks.consumer.ts';
import { cancelCommissionRoute } from './features/cancel-commission/cancel-commission.route.ts';
import { createCommissionsConsumer } from './features/create-commissions/create-commissions.consumer.ts';
import { createCommissionsRpc } from './features/create-commissions/create-commissions.rpc.ts';
import { openCreateCommissions } from './features/create-commissions/create-commissions.ts';
import { applyTiersWorker } from './features/evaluate-tiers/apply-tiers.worker.ts';
import { evaluateTiersSchedule } from './features/evaluate-tiers/evaluate-tiers.schedule.ts';
import { evaluateTiersWorker } from './features/evaluate-tiers/evaluate-tiers.worker.ts';
import { forgetPrivateDataSchedule } from './features/forget-private-data/forget-private-data.schedule.ts';
import { getBalanceRpc } from './features/get-balance/get-balance.rpc.ts';
import { keepCampaignsConsumers } from './features/keep-campaigns/keep-campaigns.consumer.ts';
import { keepConversionsConsumers } from './features/keep-conversions/keep-conversions.consumer.ts';
import { keepSchedulesConsumer } from './features/keep-schedules/keep-schedules.consumer.ts';
import { listCommissionsRoute } from './features/list-commissions/list-commissions.route.ts';
import { releaseHoldsWorker } from './features/release-holds/release-holds.worker.ts';
import { releasePayoutRpc } from './features/release-payout/release-payout.rpc.ts';
import { reservePayoutRpc } from './features/reserve-payout/reserve-payout.rpc.ts';
import { restorePayoutRpc } from './features/restore-payout/restore-payout.rpc.ts';
import {
  listExchangeRatesRoute,
  setExchangeRatesRoute,
} from './features/set-exchange-rates/set-exchange-rates.route.ts';
import {
  setCampaignTiersRoute,
  setPlatformTiersRoute,
} from './features/set-tiers/set-tiers.route.ts';
import { settlePayoutRpc } from './features/settle-payout/settle-payout.rpc.ts';
import { showBreakdownRoute } from './features/show-breakdown/show-breakdown.route.ts';
import { getConversionRoute } from './features/show-conversions/get-conversion.route.ts';
import { listConversionsRoute } from './features/show-conversions/list-conversions.route.ts';
import { showEarningsRoute } from './features/show-earnings/show-earnings.route.ts';
import { showPendingRoute } from './features/show-pending/show-pending.route.ts';
import { showSummaryRoute } from './features/show-summary/show-summary.route.ts';
import { showStandingRoute } from './features/show-tiers/show-standing.route.ts';
import { showTiersRoute } from './features/show-tiers/show-tiers.route.ts';
import { traceCommissionRoute } from './features/trace-commission/trace-commission.route.ts';
import { verifyLedgerRoute } from './features/verify-ledger/verify-ledger.route.ts';

/** All that commission answers, hears and does by itself. */
export const app = (deps: Deps): App => {
  const createCommissions = openCreateCommissions(deps);
  return {
    routes: [
      listCommissionsRoute(deps),
      showEarningsRoute(deps),
      showSummaryRoute(deps),
      showBreakdownRoute(deps),
      showPendingRoute(deps),
      listConversionsRoute(deps),
      getConversionRoute(deps),
      traceCommissionRoute(deps),
      cancelCommissionRoute(deps),
      showTiersRoute(deps),
      showStandingRoute(deps),
      setCampaignTiersRoute(deps),
      setPlatformTiersRoute(deps),
      listExchangeRatesRoute(deps),
      setExchangeRatesRoute(deps),
      verifyLedgerRoute(deps),
    ],
    rpcs: [
      createCommissionsRpc(createCommissions),
      applyAdjustmentRpc(deps),
      getBalanceRpc(deps),
      reservePayoutRpc(deps),
      settlePayoutRpc(deps),
      releasePayoutRpc(deps),
      restorePayoutRpc(deps),
    ],
    consumers: [
      createCommissionsConsumer(createCommissions),
      ...applyAdjustmentConsumers(deps),
      ...keepConversionsConsumers(deps),
      ...keepCampaignsConsumers(deps),
      ...countClicksConsumers(deps),
      keepSchedulesConsumer(deps),
    ],
    workers: [
      releaseHoldsWorker(deps),
      evaluateTiersWorker(deps),
      applyTiersWorker(deps),
      bookClicksWorker(deps),
    ],
    schedules: [evaluateTiersSchedule(deps), forgetPrivateDataSchedule(deps)],
  };
};
