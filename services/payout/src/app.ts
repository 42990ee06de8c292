import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';
import { advancePayoutsWorker } from './features/advance-payouts/advance-payouts.worker.ts';
import { createPayoutRoute } from './features/create-payout/create-payout.route.ts';
import {
  refuseHeldPayoutRoute,
  releaseHeldPayoutRoute,
} from './features/decide-held-payout/decide-held-payout.route.ts';
import { listAccountsRoute } from './features/list-accounts/list-accounts.route.ts';
import { listPaymentHistoryRoute } from './features/list-payment-history/list-payment-history.route.ts';
import { listAffiliatePayoutsRoute } from './features/list-payouts/list-affiliate-payouts.route.ts';
import { listPayoutsRoute } from './features/list-payouts/list-payouts.route.ts';
import { openAccountRoute } from './features/open-account/open-account.route.ts';
import { receiveCallbackRoute } from './features/receive-callback/receive-callback.route.ts';
import { requestPayoutRoute } from './features/request-payout/request-payout.route.ts';
import { retryPayoutRoute } from './features/retry-payout/retry-payout.route.ts';
import { setVerificationRoute } from './features/set-verification/set-verification.route.ts';
import { showBalanceRoute } from './features/show-balance/show-balance.route.ts';
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
    receiveCallbackRoute(deps),
    releaseHeldPayoutRoute(deps),
    refuseHeldPayoutRoute(deps),
    // After the fixed paths beside it.
    showPayoutRoute(deps),
    retryPayoutRoute(deps),
  ],
  workers: [advancePayoutsWorker(deps)],
});
