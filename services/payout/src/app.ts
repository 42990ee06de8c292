import {
  type App,
  eraseAccountsConsumer,
  eraseAccountsWorker,
  streamAccountDataRoute,
} from '@tributary/service';
import { type Deps } from './deps.ts';
import { advanceBatchesWorker } from './features/advance-batches/advance-batches.worker.ts';
import { advancePayoutsWorker } from './features/advance-payouts/advance-payouts.worker.ts';
import { collectPayoutsWorker } from './features/collect-payouts/collect-payouts.worker.ts';
import { completeInvoicesWorker } from './features/complete-invoices/complete-invoices.worker.ts';
import { createPayoutAccountRoute } from './features/create-payout-account/create-payout-account.route.ts';
import { createPayoutRoute } from './features/create-payout/create-payout.route.ts';
import { deletePayoutAccountRoute } from './features/delete-payout-account/delete-payout-account.route.ts';
import { exportPayoutsRoute } from './features/export-payouts/export-payouts.route.ts';
import { getBillingProfileRoute } from './features/get-billing-profile/get-billing-profile.route.ts';
import { getPayoutBalanceRoute } from './features/get-payout-balance/get-payout-balance.route.ts';
import { getPayoutCreditNoteRoute } from './features/get-payout-credit-note/get-payout-credit-note.route.ts';
import { getPayoutInvoiceRoute } from './features/get-payout-invoice/get-payout-invoice.route.ts';
import { getReconciliationRoute } from './features/get-reconciliation/get-reconciliation.route.ts';
import { getPayoutSummaryRoute } from './features/get-payout-summary/get-payout-summary.route.ts';
import { getPayoutAccountRoute } from './features/get-payout-account/get-payout-account.route.ts';
import { getPayoutRoute } from './features/get-payout/get-payout.route.ts';
import { listAffiliatePayoutsRoute } from './features/list-affiliate-payouts/list-affiliate-payouts.route.ts';
import { getPayoutBatchRoute } from './features/get-payout-batch/get-payout-batch.route.ts';
import { listHeldPayoutsRoute } from './features/list-held-payouts/list-held-payouts.route.ts';
import { listPaymentsRoute } from './features/list-payments/list-payments.route.ts';
import { listPayoutAccountChangesRoute } from './features/list-payout-account-changes/list-payout-account-changes.route.ts';
import { listPayoutAccountsRoute } from './features/list-payout-accounts/list-payout-accounts.route.ts';
import { listPayoutBatchesRoute } from './features/list-payout-batches/list-payout-batches.route.ts';
import { listPayoutsRoute } from './features/list-payouts/list-payouts.route.ts';
import { openRunsSchedule } from './features/open-runs/open-runs.schedule.ts';
import { receiveProviderCallbackRoute } from './features/receive-provider-callback/receive-provider-callback.route.ts';
import { reconcileBooksSchedule } from './features/reconcile-books/reconcile-books.schedule.ts';
import { refuseHeldPayoutRoute } from './features/refuse-held-payout/refuse-held-payout.route.ts';
import { releaseHeldPayoutRoute } from './features/release-held-payout/release-held-payout.route.ts';
import { requestPayoutRoute } from './features/request-payout/request-payout.route.ts';
import { retryPayoutRoute } from './features/retry-payout/retry-payout.route.ts';
import { setPayoutAccountVerificationRoute } from './features/set-payout-account-verification/set-payout-account-verification.route.ts';
import { syncExchangeRatesConsumer } from './features/sync-exchange-rates/sync-exchange-rates.consumer.ts';
import { syncInvoiceFactsConsumers } from './features/sync-invoice-facts/sync-invoice-facts.consumer.ts';
import { syncSuspensionsConsumers } from './features/sync-suspensions/sync-suspensions.consumer.ts';
import { updateBillingProfileRoute } from './features/update-billing-profile/update-billing-profile.route.ts';
import { updatePayoutAccountRoute } from './features/update-payout-account/update-payout-account.route.ts';
import { verifyPayoutAccountRoute } from './features/verify-payout-account/verify-payout-account.route.ts';
import { migrations } from './store/migrations.ts';
import { findStuckPayouts } from './workflows/stuck-payouts.ts';

export const app = (deps: Deps): App => ({
  routes: [
    streamAccountDataRoute('payout', deps),
    createPayoutAccountRoute(deps),
    listPayoutAccountsRoute(deps),
    getPayoutAccountRoute(deps),
    updatePayoutAccountRoute(deps),
    deletePayoutAccountRoute(deps),
    verifyPayoutAccountRoute(deps),
    setPayoutAccountVerificationRoute(deps),
    requestPayoutRoute(deps),
    createPayoutRoute(deps),
    listAffiliatePayoutsRoute(deps),
    getPayoutSummaryRoute(deps),
    listPayoutsRoute(deps),
    getPayoutBalanceRoute(deps),
    listPaymentsRoute(deps),
    listPayoutAccountChangesRoute(deps),
    exportPayoutsRoute(deps),
    listPayoutBatchesRoute(deps),
    getPayoutBatchRoute(deps),
    listHeldPayoutsRoute(deps),
    getReconciliationRoute(deps),
    getPayoutInvoiceRoute(deps),
    getPayoutCreditNoteRoute(deps),
    getBillingProfileRoute(deps),
    updateBillingProfileRoute(deps),
    receiveProviderCallbackRoute(deps),
    releaseHeldPayoutRoute(deps),
    refuseHeldPayoutRoute(deps),
    // After the fixed paths, which its parameter would match.
    getPayoutRoute(deps),
    retryPayoutRoute(deps),
  ],
  consumers: [
    eraseAccountsConsumer(deps),
    ...syncInvoiceFactsConsumers(deps),
    syncExchangeRatesConsumer(deps),
    ...syncSuspensionsConsumers(deps),
  ],
  migrations,
  findStuckPayouts: () => findStuckPayouts(deps),
  workers: [
    eraseAccountsWorker(deps),
    collectPayoutsWorker(deps),
    advanceBatchesWorker(deps),
    advancePayoutsWorker(deps),
    completeInvoicesWorker(deps),
  ],
  schedules: [openRunsSchedule(deps), reconcileBooksSchedule(deps)],
});
