import { type PayoutProvider } from '@tributary/contracts';
import { type Payout, type Step } from './payout.ts';
import { type ProviderOutcome } from './provider-outcome.ts';

/** A payment in the provider's own books. */
export interface ProviderPayment {
  /** Null where the payment names no payout, so it was not made by this system. */
  readonly payoutId: string | null;
  readonly key: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly outcome: ProviderOutcome;
}

/** A fact on which two books disagree. */
export interface Difference {
  /** `payout <id>`, `affiliate <id>` or `payment <id>`. */
  readonly at: string;
  readonly what: string;
  readonly ours: string;
  readonly theirs: string;
}

/** An affiliate's sums by its payouts or by the ledger; minor units. */
export interface Sums {
  readonly paidMinor: number;
  readonly reservedMinor: number;
}

export interface ProviderTotals {
  readonly provider: PayoutProvider;
  readonly payments: number;
  /** The sum of the provider's paid payments. */
  readonly paidByProviderMinor: number;
  /** The sum of our completed payouts, net of fees. */
  readonly completedHereMinor: number;
}

/** The result of comparing the books of providers, payouts and ledger. */
export interface Reconciliation {
  readonly providers: readonly ProviderTotals[];
  readonly ledger: Sums & { readonly affiliates: number };
  readonly ours: Sums;
  readonly differences: readonly Difference[];
}

type PaymentState = ProviderOutcome['state'] | 'none';

/** The payment states that fit a payout in a final step; during other steps any state may occur. */
const finalStates: Readonly<Partial<Record<Step, readonly PaymentState[]>>> = {
  completed: ['paid'],
  reversed: ['reversed', 'failed'],
  held: ['none', 'failed'],
  failed: ['none', 'failed', 'reversed'],
  void: ['none'],
};

/** Steps in which the ledger has the amount reserved. */
export const RESERVED_STEPS: readonly Step[] = ['held', 'submitting', 'sent'];
/** Steps in which the ledger has the amount as paid. */
export const PAID_STEPS: readonly Step[] = ['completed'];

const movesMoney = ({ outcome: { state } }: ProviderPayment): boolean =>
  state === 'paid' || state === 'pending';

/** How a payout disagrees with its payments, which include the failed ones. */
export function comparePayments(
  payout: Payout,
  payments: readonly ProviderPayment[],
): Difference[] {
  const at = `payout ${payout.id}`;
  const differences: Difference[] = [];
  const moving = payments.filter(movesMoney);
  if (moving.length > 1) {
    const theirs = `${String(moving.length)} payments`;
    differences.push({ at, what: 'paid more than once', ours: 'one payment', theirs });
  }
  const netMinor = payout.amountMinor - payout.feeMinor;
  for (const { amountMinor, currency } of moving) {
    if (amountMinor === netMinor && currency === payout.currency) continue;
    const ours = `${String(netMinor)} ${payout.currency}`;
    const theirs = `${String(amountMinor)} ${currency}`;
    differences.push({ at, what: 'another amount', ours, theirs });
  }
  const state = stateOf(payout, payments);
  const allowed = finalStates[payout.step];
  if (allowed !== undefined && !allowed.includes(state)) {
    differences.push({ at, what: 'another state', ours: payout.step, theirs: state });
  }
  return differences;
}

/** The state of the payment that counts: the payout's own if it moves money, else another that does, else its own. */
function stateOf({ transactionId }: Payout, payments: readonly ProviderPayment[]): PaymentState {
  const own = payments.find(({ outcome }) => outcome.transactionId === transactionId);
  if (own !== undefined && movesMoney(own)) return own.outcome.state;
  const counting = payments.find(movesMoney) ?? own ?? payments.at(-1);
  return counting?.outcome.state ?? 'none';
}

/** Payments that moved money and belong to no payout. */
export const unknownPayments = (payments: readonly ProviderPayment[]): Difference[] =>
  payments.filter(movesMoney).map(({ outcome, amountMinor, currency }) => ({
    at: `payment ${outcome.transactionId ?? 'without an id'}`,
    what: 'a payment for no payout of ours',
    ours: 'none',
    theirs: `${String(amountMinor)} ${currency}`,
  }));

/** How the ledger disagrees with an affiliate's payouts. */
export function compareSums(affiliateId: string, ours: Sums, ledger: Sums): Difference[] {
  const at = `affiliate ${affiliateId}`;
  const lines = [
    { what: 'paid, in the ledger', ours: ours.paidMinor, theirs: ledger.paidMinor },
    { what: 'reserved, in the ledger', ours: ours.reservedMinor, theirs: ledger.reservedMinor },
  ];
  return lines
    .filter((line) => line.ours !== line.theirs)
    .map((line) => ({ at, what: line.what, ours: String(line.ours), theirs: String(line.theirs) }));
}
