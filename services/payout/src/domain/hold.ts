import { isRecentlyChanged, type PayoutAccount } from './account.ts';

/** What is known of an affiliate's earlier payouts. */
export interface PayoutHistory {
  /** Payouts begun in the last 24 hours, this one apart. */
  readonly lastDay: number;
  /** Completed ones, and their mean, minor units. */
  readonly completed: number;
  readonly meanMinor: number;
}

const MANY_A_DAY = 3;
const ENOUGH_HISTORY = 3;
const ANOMALY_FACTOR = 5;

/** Why a manual payout waits for a look; empty where it need not. */
export function holdReasons(
  payout: { amountMinor: number; account: PayoutAccount },
  history: PayoutHistory,
  now: Date,
): string[] {
  const reasons: string[] = [];
  if (history.lastDay >= MANY_A_DAY) reasons.push('velocity');
  const isAnomalous =
    history.completed >= ENOUGH_HISTORY && payout.amountMinor > ANOMALY_FACTOR * history.meanMinor;
  if (isAnomalous) reasons.push('amount_anomaly');
  if (isRecentlyChanged(payout.account, now)) reasons.push('payment_method_changed');
  return reasons;
}
