import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { advanceBatchesWorker } from './features/advance-batches/advance-batches.worker.ts';
import { advancePayoutsWorker } from './features/advance-payouts/advance-payouts.worker.ts';
import { collectPayoutsWorker } from './features/collect-payouts/collect-payouts.worker.ts';
import { completeInvoicesWorker } from './features/complete-invoices/complete-invoices.worker.ts';
import { createPayoutRoute } from './features/create-payout/create-payout.route.ts';
import {
  refuseHeldPayoutRoute,
  releaseHeldPayoutRoute,
} from './features/release-held-payout/release-held-payout.route.ts';
import {
  editBillingProfileRoute,
  showBillingProfileRoute,
} from './features/update-billing-profile/update-billing-profile.route.ts';
import { exportPayoutsRoute } from './features/export-payouts/export-payouts.route.ts';
import { keepExchangeRatesConsumer } from './features/sync-exchange-rates/sync-exchange-rates.consumer.ts';
import { keepInvoiceFactsConsumers } from './features/sync-invoice-facts/sync-invoice-facts.consumer.ts';
import { listAccountChangesRoute } from './features/list-payout-account-changes/list-payout-account-changes.route.ts';
import { listAccountsRoute } from './features/list-payout-accounts/list-payout-accounts.route.ts';
import { listBatchesRoute } from './features/list-payout-batches/list-payout-batches.route.ts';
import { listHeldRoute } from './features/list-held-payouts/list-held-payouts.route.ts';
import { listPaymentHistoryRoute } from './features/list-payments/list-payments.route.ts';
import { listAffiliatePayoutsRoute } from './features/list-affiliate-payouts/list-affiliate-payouts.route.ts';
import { listPayoutsRoute } from './features/list-payouts/list-payouts.route.ts';
import { openRunsSchedule } from './features/open-runs/open-runs.schedule.ts';
import { openAccountRoute } from './features/create-payout-account/create-payout-account.route.ts';
import { receiveCallbackRoute } from './features/receive-provider-callback/receive-provider-callback.route.ts';
import { reconcileNightlySchedule } from './features/reconcile-books/reconcile-books.schedule.ts';
import { requestPayoutRoute } from './features/request-payout/request-payout.route.ts';
import { retryPayoutRoute } from './features/retry-payout/retry-payout.route.ts';
import { setVerificationRoute } from './features/set-payout-account-verification/set-payout-account-verification.route.ts';
import { showBalanceRoute } from './features/get-payout-balance/get-payout-balance.route.ts';
import {
  showCreditNoteRoute,
  showInvoiceRoute,
} from './features/get-payout-invoice/get-payout-invoice.route.ts';
import { showPayoutRoute } from './features/get-payout/get-payout.route.ts';
import { showSummaryRoute } from './features/get-payout-summary/get-payout-summary.route.ts';
import { updateAccountRoute } from './features/update-payout-account/update-payout-account.route.ts';
import { verifyAccountRoute } from './features/verify-payout-account/verify-payout-account.route.ts';

export const app = (deps: Deps): App => ({
  routes: [
    openAccountRoute(deps),
    listAccountsRoute(deps),
    updateAccountRoute(deps),
    verifyAccountRoute(deps),
    setVerificationRoute(deps),
    requestPayoutRoute(deps),
    createPayoutRoute(deps),
    listAffiliatePayoutsRoute(deps),
    showSummaryRoute(deps),
    listPayoutsRoute(deps),
    showBalanceRoute(deps),
    listPaymentHistoryRoute(deps),
    listAccountChangesRoute(deps),
    exportPayoutsRoute(deps),
    listBatchesRoute(deps),
    listHeldRoute(deps),
    showInvoiceRoute(deps),
    showCreditNoteRoute(deps),
    showBillingProfileRoute(deps),
    editBillingProfileRoute(deps),
    receiveCallbackRoute(deps),
    releaseHeldPayoutRoute(deps),
    refuseHeldPayoutRoute(deps),
    // After the fixed paths beside it.
    showPayoutRoute(deps),
    retryPayoutRoute(deps),
  ],
  consumers: [...keepInvoiceFactsConsumers(deps), keepExchangeRatesConsumer(deps)],
  workers: [
    collectPayoutsWorker(deps),
    advanceBatchesWorker(deps),
    advancePayoutsWorker(deps),
    completeInvoicesWorker(deps),
  ],
  schedules: [openRunsSchedule(deps), reconcileNightlySchedule(deps)],
});
