import { formatAmount } from '@tributary/money';
import { CHANGE_HOLDS_MS, isRecent, type PayoutAccount } from './account.ts';

/** An affiliate's other payouts. */
export interface PayoutHistory {
  /** Payouts of the last 24 hours, without this one. */
  readonly lastDay: number;
  /** Number of completed payouts. */
  readonly completed: number;
  /** Mean amount of the completed payouts, minor units. */
  readonly meanMinor: number;
  /** When the first was requested. */
  readonly firstAt: Date | null;
}

/** A check that a payout did not pass, with the facts for the administrator who reviews it. */
export interface HoldReason {
  readonly code: 'velocity' | 'amount_anomaly' | 'payment_method_changed';
  readonly explanation: string;
  /** When the reason ends by itself, ISO text; absent where it does not. */
  readonly until?: string;
}

interface CheckedPayout {
  readonly amountMinor: number;
  readonly currency: string;
  readonly account: PayoutAccount;
}

const MAX_PER_DAY = 3;
const MIN_HISTORY = 3;
const ANOMALY_FACTOR = 5;

/** Why a manual payout is held for review; empty where it is not. */
export function holdReasons(
  payout: CheckedPayout,
  history: PayoutHistory,
  now: Date,
): HoldReason[] {
  const { account, amountMinor, currency } = payout;
  const reasons: HoldReason[] = [];
  if (history.lastDay >= MAX_PER_DAY) {
    const explanation = `There were ${String(history.lastDay)} payouts in the 24 hours before this one.`;
    reasons.push({ code: 'velocity', explanation });
  }
  const isAnomalous =
    history.completed >= MIN_HISTORY && amountMinor > ANOMALY_FACTOR * history.meanMinor;
  if (isAnomalous) {
    const amount = `${formatAmount(amountMinor, currency)} ${currency}`;
    const mean = `${formatAmount(Math.round(history.meanMinor), currency)} ${currency}`;
    const explanation = `${amount} is more than ${String(ANOMALY_FACTOR)} times the mean of the ${String(history.completed)} completed payouts, ${mean}.`;
    reasons.push({ code: 'amount_anomaly', explanation });
  }
  return [...reasons, ...methodReasons(account, history, now)];
}

/** At most one reason, even where the account both changed and became the destination. */
function methodReasons(
  { changedAt, redirectedAt }: PayoutAccount,
  { firstAt }: Pick<PayoutHistory, 'firstAt'>,
  now: Date,
): HoldReason[] {
  // Without an earlier payout there was no other destination to redirect from.
  const isRedirected = firstAt !== null && redirectedAt !== null && firstAt < redirectedAt;
  const changes = [
    ...changeReasons(changedAt, 'changed', now),
    ...(isRedirected ? changeReasons(redirectedAt, 'became the destination', now) : []),
  ];
  return changes.slice(0, 1);
}

/** Why a requested payout is held: a recent change of its destination. */
export const requestedHoldReasons = (
  account: PayoutAccount,
  history: Pick<PayoutHistory, 'firstAt'>,
  now: Date,
): HoldReason[] => methodReasons(account, history, now);

/** Whether the history of payouts is needed to decide on a requested payout. */
export const hasRecentChange = ({ changedAt, redirectedAt }: PayoutAccount, now: Date): boolean =>
  isRecent(changedAt, now) || isRecent(redirectedAt, now);

/** Why a scheduled payout is held: only a recent redirect counts, because an intruder may have made it. */
export const scheduledHoldReasons = (account: PayoutAccount, now: Date): HoldReason[] =>
  changeReasons(account.redirectedAt, 'became the destination', now);

/** Why payouts are held from now on by a change of these accounts; empty where the change holds nothing. */
export function newHoldReasons(
  before: readonly PayoutAccount[],
  after: readonly PayoutAccount[],
  now: Date,
): HoldReason[] {
  const known = new Map(before.map((account) => [account.id, account]));
  const reasons = after.flatMap((account) => {
    const earlier = known.get(account.id);
    const isNew = (field: 'changedAt' | 'redirectedAt'): boolean =>
      account.removedAt === null && account[field] !== (earlier?.[field] ?? null);
    return [
      ...(isNew('changedAt') ? changeReasons(account.changedAt, 'changed', now) : []),
      ...(isNew('redirectedAt')
        ? changeReasons(account.redirectedAt, 'became the destination', now)
        : []),
    ];
  });
  return reasons.slice(0, 1);
}

function changeReasons(at: Date | null, verb: string, now: Date): HoldReason[] {
  if (!isRecent(at, now)) return [];
  const explanation = `The payout account ${verb} at ${at.toISOString()}, less than 72 hours before.`;
  const until = new Date(at.getTime() + CHANGE_HOLDS_MS).toISOString();
  return [{ code: 'payment_method_changed', explanation, until }];
}
