import { type Payout, type Step } from './payout.ts';
import { type ProviderOutcome } from './provider-outcome.ts';

/** A payment as the provider's own books have it. */
export interface BookedPayment {
  /** Null where the provider was not told a payout, so that it is none of ours. */
  readonly payoutId: string | null;
  readonly key: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly outcome: ProviderOutcome;
}

/** Two books that say different things of the same. */
export interface Difference {
  /** `payout <id>`, `affiliate <id>` or `payment <id>`. */
  readonly at: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

type PaymentState = ProviderOutcome['state'] | 'none';

/** What a provider may say of a payout that rests; of one under way it may say anything. */
const restingStates: Readonly<Partial<Record<Step, readonly PaymentState[]>>> = {
  completed: ['paid'],
  reversed: ['reversed', 'failed'],
  held: ['none', 'failed'],
  failed: ['none', 'failed', 'reversed'],
  void: ['none'],
};

/** Steps in which the ledger has the amount set aside. */
export const RESERVED_STEPS: readonly Step[] = ['held', 'submitting', 'sent'];
/** Steps in which the ledger has it paid. */
export const PAID_STEPS: readonly Step[] = ['completed'];
const isAlive = ({ outcome: { state } }: BookedPayment): boolean =>
  state === 'paid' || state === 'pending';

/** How a payout's payments disagree with it; all of them are given, those that failed too. */
export function comparePayments(payout: Payout, payments: readonly BookedPayment[]): Difference[] {
  const at = `payout ${payout.id}`;
  const differences: Difference[] = [];
  const alive = payments.filter(isAlive);
  if (alive.length > 1) {
    const theirs = `${String(alive.length)} payments`;
    differences.push({ at, what: 'paid more than once', ours: 'one payment', theirs });
  }
  const netMinor = payout.amountMinor - payout.feeMinor;
  for (const { amountMinor, currency } of alive) {
    if (amountMinor === netMinor && currency === payout.currency) continue;
    const [ours, theirs] = [
      `${String(netMinor)} ${payout.currency}`,
      `${String(amountMinor)} ${currency}`,
    ];
    differences.push({ at, what: 'another amount', ours, theirs });
  }
  const state = stateOf(payout, payments);
  const allowed = restingStates[payout.step];
  if (allowed !== undefined && !allowed.includes(state)) {
    differences.push({ at, what: 'another state', ours: payout.step, theirs: state });
  }
  return differences;
}

/** The payment that counts: our own while it is alive, else another that is, else our own. */
function stateOf({ transactionId }: Payout, payments: readonly BookedPayment[]): PaymentState {
  const own = payments.find(({ outcome }) => outcome.transactionId === transactionId);
  const isOwnAlive = own !== undefined && isAlive(own);
  const counting = isOwnAlive ? own : (payments.find(isAlive) ?? own ?? payments.at(-1));
  return counting?.outcome.state ?? 'none';
}

/** Payments that name no payout of ours, where money moved. */
export const strangePayments = (payments: readonly BookedPayment[]): Difference[] =>
  payments.filter(isAlive).map(({ outcome, amountMinor, currency }) => ({
    at: `payment ${outcome.transactionId ?? 'without an id'}`,
    what: 'a payment for no payout of ours',
    ours: 'none',
    theirs: `${String(amountMinor)} ${currency}`,
  }));

/** An affiliate's sums, as the payouts give them or as the ledger has them; minor units. */
export interface Sums {
  readonly paidMinor: number;
  readonly reservedMinor: number;
}

/** How the ledger disagrees with an affiliate's payouts. */
export function compareSums(affiliateId: string, ours: Sums, ledger: Sums): Difference[] {
  const at = `affiliate ${affiliateId}`;
  const lines = [
    { what: 'paid, in the ledger', ours: ours.paidMinor, theirs: ledger.paidMinor },
    { what: 'set aside, in the ledger', ours: ours.reservedMinor, theirs: ledger.reservedMinor },
  ];
  return lines
    .filter((line) => line.ours !== line.theirs)
    .map((line) => ({ at, what: line.what, ours: String(line.ours), theirs: String(line.theirs) }));
}
