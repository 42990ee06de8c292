import { formatAmount } from '@tributary/money';
import { isRecent, type PayoutAccount } from './account.ts';

/** What is known of an affiliate's earlier payouts. */
export interface PayoutHistory {
  /** Payouts begun in the last 24 hours, this one apart. */
  readonly lastDay: number;
  /** Completed ones, and their mean, minor units. */
  readonly completed: number;
  readonly meanMinor: number;
  /** When the first was asked for. */
  readonly firstAt: Date | null;
}

/** A check that a payout did not pass, and the facts, for whoever decides on it. */
export interface HoldReason {
  readonly code: 'velocity' | 'amount_anomaly' | 'payment_method_changed';
  readonly explanation: string;
}

interface Looked {
  readonly amountMinor: number;
  readonly currency: string;
  readonly account: PayoutAccount;
}

const MANY_A_DAY = 3;
const ENOUGH_HISTORY = 3;
const ANOMALY_FACTOR = 5;

/** Why a manual payout waits for a look; empty where it need not. */
export function holdReasons(payout: Looked, history: PayoutHistory, now: Date): HoldReason[] {
  const { account, amountMinor, currency } = payout;
  const reasons: HoldReason[] = [];
  if (history.lastDay >= MANY_A_DAY) {
    const explanation = `There were ${String(history.lastDay)} payouts in the 24 hours before this one.`;
    reasons.push({ code: 'velocity', explanation });
  }
  const isAnomalous =
    history.completed >= ENOUGH_HISTORY && amountMinor > ANOMALY_FACTOR * history.meanMinor;
  if (isAnomalous) {
    const amount = `${formatAmount(amountMinor, currency)} ${currency}`;
    const mean = `${formatAmount(Math.round(history.meanMinor), currency)} ${currency}`;
    const explanation = `${amount} is more than ${String(ANOMALY_FACTOR)} times the mean of the ${String(history.completed)} completed payouts, ${mean}.`;
    reasons.push({ code: 'amount_anomaly', explanation });
  }
  return [...reasons, ...methodReasons(account, history, now)];
}

/** One reason at most, however the account came to be new. */
function methodReasons(
  { changedAt, redirectedAt }: PayoutAccount,
  { firstAt }: PayoutHistory,
  now: Date,
): HoldReason[] {
  // Before the first payout there was nothing that payouts could be led away from.
  const isLedAway = firstAt !== null && redirectedAt !== null && firstAt < redirectedAt;
  const changes = [
    ...changeReasons(changedAt, 'changed', now),
    ...(isLedAway ? changeReasons(redirectedAt, 'became the destination', now) : []),
  ];
  return changes.slice(0, 1);
}

/** Why a scheduled payout waits: only where its destination is new, as somebody else may have set it. */
export const scheduledHoldReasons = (account: PayoutAccount, now: Date): HoldReason[] =>
  changeReasons(account.redirectedAt, 'became the destination', now);

function changeReasons(at: Date | null, verb: string, now: Date): HoldReason[] {
  if (!isRecent(at, now)) return [];
  const explanation = `The payout account ${verb} at ${at.toISOString()}, less than 72 hours before.`;
  return [{ code: 'payment_method_changed', explanation }];
}
