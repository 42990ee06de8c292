import { type PayoutProvider, type PayoutSnapshot } from '@tributary/contracts';
import { type HoldReason } from './hold.ts';

/**
 * What to do next. Each step is one idempotent call to the ledger or a provider, and ends in one transaction that
 * sets the next step.
 *
 * reserving → (held →) submitting → sent → settling → completed → restoring → reversed
 *     ↓         ↓           └────────┴→ releasing → failed → retrying → submitting …
 *  voiding   refusing → failed                        ↑         ↓
 *     ↓                                               └─── withdrawing
 *   void
 */
export type Step =
  | 'reserving'
  | 'held'
  | 'submitting'
  | 'sent'
  | 'settling'
  | 'completed'
  | 'releasing'
  | 'refusing'
  | 'failed'
  | 'retrying'
  | 'withdrawing'
  | 'voiding'
  | 'void'
  | 'restoring'
  | 'reversed';

export interface PayoutItem {
  readonly commissionId: string;
  readonly amountMinor: number;
}

/** The run and period of a scheduled payout; days as YYYY-MM-DD. */
export interface ScheduledPart {
  readonly batchId: string;
  /** `<run>/<affiliate>`: one payout per affiliate and run. */
  readonly onceKey: string;
  readonly periodStart: string;
  /** The last day of the period. */
  readonly periodEnd: string;
}

export interface Payout {
  readonly id: string;
  readonly affiliateId: string;
  readonly accountId: string;
  readonly provider: PayoutProvider;
  /** The account's destination when the payout was made. */
  readonly destination: string;
  /** An amount on request, exact commissions on request, or by a scheduled run. */
  readonly kind: 'requested' | 'manual' | 'scheduled';
  readonly step: Step;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  /** Pays exactly these commissions; empty: the oldest first. */
  readonly commissionIds: readonly string[];
  /** What the ledger reserved. */
  readonly items: readonly PayoutItem[];
  readonly referenceNumber: string;
  readonly description: string | null;
  /** Number of retries. */
  readonly retryCount: number;
  /** Number of the reserve, from 1, by which the ledger detects a reserve that arrives after its release. */
  readonly reserveAttempt: number;
  /** The provider's ids; null until it has reported them. */
  readonly transactionId: string | null;
  readonly batchId: string | null;
  readonly itemId: string | null;
  readonly failureReason: string | null;
  /** Whether a retry may succeed. */
  readonly failureIsTemporary: boolean;
  /** The provider took the payment back, perhaps before the ledger had settled it. */
  readonly isReversed: boolean;
  /** Why the payout is, or was, held for review. */
  readonly holdReasons: readonly HoldReason[];
  /** Null unless a scheduled run made it. */
  readonly scheduled: ScheduledPart | null;
  /** The key of the group that it is submitted with; null: it is submitted alone. Fixed before submitting. */
  readonly groupKey: string | null;
  /** The number of its invoice in the affiliate's series, from 1; null until it is paid. */
  readonly invoiceNumber: number | null;
  /** The number of the credit note that cancels its invoice, in a separate series; null: there is none. */
  readonly creditNoteNumber: number | null;
  readonly requestedAt: Date;
  readonly submittedAt: Date | null;
  readonly completedAt: Date | null;
}

export const MAX_RETRIES = 3;

const statuses: Readonly<Record<Step, PayoutSnapshot['status'] | undefined>> = {
  reserving: undefined,
  voiding: undefined,
  void: undefined,
  held: 'pending',
  // The decision is final; what follows returns the amount.
  refusing: 'failed',
  submitting: 'pending',
  sent: 'in_transit',
  settling: 'in_transit',
  releasing: 'in_transit',
  completed: 'completed',
  restoring: 'completed',
  failed: 'failed',
  retrying: 'failed',
  withdrawing: 'failed',
  reversed: 'failed',
};

/**
 * The status in the API; undefined for a payout that could not be made. A manual payout and a retry count as in
 * transit as soon as the amount is reserved, because the contract promises it.
 */
export const statusOf = ({
  step,
  kind,
  retryCount,
}: Pick<Payout, 'step' | 'kind' | 'retryCount'>): PayoutSnapshot['status'] | undefined =>
  step === 'submitting' && (kind === 'manual' || retryCount > 0) ? 'in_transit' : statuses[step];

/** The steps that nothing follows by itself. */
const ENDED: ReadonlySet<Step> = new Set(['completed', 'failed', 'void', 'reversed']);

/** The steps of payouts that are under way, or wait for a review. */
export const UNDER_WAY: readonly Step[] = (Object.keys(statuses) as Step[]).filter(
  (step) => !ENDED.has(step),
);

/** The payout or retry could not be made: no provider got it, and its amount is or will be released. */
export const isAbandoned = ({ step }: Pick<Payout, 'step'>): boolean =>
  step === 'voiding' || step === 'void' || step === 'withdrawing';

export const canRetry = ({ step, failureIsTemporary, retryCount }: Payout): boolean =>
  step === 'failed' && failureIsTemporary && retryCount < MAX_RETRIES;

/** The payout in events. */
export const snapshotOf = (payout: Payout): PayoutSnapshot => ({
  payoutId: payout.id,
  affiliateId: payout.affiliateId,
  accountId: payout.accountId,
  provider: payout.provider,
  status: statusOf(payout) ?? 'pending',
  amountMinor: payout.amountMinor,
  feeMinor: payout.feeMinor,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
  commissionCount: payout.items.length,
  referenceNumber: payout.referenceNumber,
  transactionId: payout.transactionId,
  failureReason: payout.failureReason,
  requestedAt: payout.requestedAt.toISOString(),
  completedAt: payout.completedAt?.toISOString() ?? null,
});

/** The provider's idempotency key: one payment per payout and attempt, or per payout of a group. */
export const paymentKey = ({
  id,
  retryCount,
  groupKey,
}: Pick<Payout, 'id' | 'retryCount' | 'groupKey'>): string =>
  groupKey ?? `${id}-${String(retryCount)}`;
