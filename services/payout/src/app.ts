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
} from './features/decide-held-payout/decide-held-payout.route.ts';
import {
  editBillingProfileRoute,
  showBillingProfileRoute,
} from './features/edit-billing-profile/billing-profile.route.ts';
import { exportPayoutsRoute } from './features/export-payouts/export-payouts.route.ts';
import { keepExchangeRatesConsumer } from './features/keep-exchange-rates/keep-exchange-rates.consumer.ts';
import { keepInvoiceFactsConsumers } from './features/keep-invoice-facts/keep-invoice-facts.consumer.ts';
import { listAccountChangesRoute } from './features/list-account-changes/list-account-changes.route.ts';
import { listAccountsRoute } from './features/list-accounts/list-accounts.route.ts';
import { listBatchesRoute } from './features/list-batches/list-batches.route.ts';
import { listHeldRoute } from './features/list-held/list-held.route.ts';
import { listPaymentHistoryRoute } from './features/list-payment-history/list-payment-history.route.ts';
import { listAffiliatePayoutsRoute } from './features/list-payouts/list-affiliate-payouts.route.ts';
import { listPayoutsRoute } from './features/list-payouts/list-payouts.route.ts';
import { openRunsSchedule } from './features/open-runs/open-runs.schedule.ts';
import { openAccountRoute } from './features/open-account/open-account.route.ts';
import { receiveCallbackRoute } from './features/receive-callback/receive-callback.route.ts';
import { reconcileNightlySchedule } from './features/reconcile-books/reconcile-nightly.schedule.ts';
import { requestPayoutRoute } from './features/request-payout/request-payout.route.ts';
import { retryPayoutRoute } from './features/retry-payout/retry-payout.route.ts';
import { setVerificationRoute } from './features/set-verification/set-verification.route.ts';
import { showBalanceRoute } from './features/show-balance/show-balance.route.ts';
import {
  showCreditNoteRoute,
  showInvoiceRoute,
} from './features/show-invoice/show-invoice.route.ts';
import { showPayoutRoute } from './features/show-payout/show-payout.route.ts';
import { showSummaryRoute } from './features/show-summary/show-summary.route.ts';
import { updateAccountRoute } from './features/update-account/update-account.route.ts';
import { verifyAccountRoute } from './features/verify-account/verify-account.route.ts';

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
