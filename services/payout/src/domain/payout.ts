import { type PayoutProvider, type PayoutSnapshot } from '@tributary/contracts';
import { type HoldReason } from './hold.ts';

/**
 * What is to be done next. Each step is one call outside that may be repeated, and ends in one
 * transaction that names the next.
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

/** What a scheduled run made it for; days as YYYY-MM-DD. */
export interface ScheduledPart {
  readonly batchId: string;
  /** `<run>/<affiliate>`: one payout per affiliate and run. */
  readonly onceKey: string;
  readonly periodStart: string;
  /** The last day that is covered. */
  readonly periodEnd: string;
}

export interface Payout {
  readonly id: string;
  readonly affiliateId: string;
  readonly accountId: string;
  readonly provider: PayoutProvider;
  /** The destination as it was when the payout was made. */
  readonly destination: string;
  /** Asked for, made of named commissions, or made by a scheduled run. */
  readonly kind: 'requested' | 'manual' | 'scheduled';
  readonly step: Step;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  /** Exactly these commissions; empty: the oldest first. */
  readonly commissionIds: readonly string[];
  /** What the reserve took. */
  readonly items: readonly PayoutItem[];
  readonly referenceNumber: string;
  readonly description: string | null;
  /** How often it was tried again. */
  readonly retryCount: number;
  /** Which reserve of it this is, from 1: by it the ledger knows one that comes after its release. */
  readonly reserveAttempt: number;
  /** The provider's ids, once it has told them. */
  readonly transactionId: string | null;
  readonly batchId: string | null;
  readonly itemId: string | null;
  readonly failureReason: string | null;
  /** Whether another try may work. */
  readonly failureIsTemporary: boolean;
  /** The provider has taken it back; it may have said so before the ledger had settled. */
  readonly isReversed: boolean;
  /** Why it waits, or waited, for a look; empty where it did not. */
  readonly holdReasons: readonly HoldReason[];
  /** Of a scheduled run. */
  readonly scheduled: ScheduledPart | null;
  /**
   * The key of the provider's batch that it is given to the provider with; null: it goes alone. Fixed
   * before the provider hears of it.
   */
  readonly groupKey: string | null;
  /** The number of its invoice among its affiliate's, from 1; null until it is paid. */
  readonly invoiceNumber: number | null;
  /** The number of the credit note that takes its invoice back, in a series of its own; null: there is none. */
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
  refusing: 'pending',
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
 * The status that callers see; undefined for a payout that never came to be. A manual payout and a
 * retry are promised to be on their way as soon as the amount is reserved.
 */
export const statusOf = ({
  step,
  kind,
  retryCount,
}: Pick<Payout, 'step' | 'kind' | 'retryCount'>): PayoutSnapshot['status'] | undefined =>
  step === 'submitting' && (kind === 'manual' || retryCount > 0) ? 'in_transit' : statuses[step];

/** Nothing came of it: its amount is, or is about to be, available again, and no provider was asked. */
export const isAbandoned = ({ step }: Pick<Payout, 'step'>): boolean =>
  step === 'voiding' || step === 'void' || step === 'withdrawing';

export const canRetry = ({ step, failureIsTemporary, retryCount }: Payout): boolean =>
  step === 'failed' && failureIsTemporary && retryCount < MAX_RETRIES;

/** The payout as events carry it. */
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

/** The provider's idempotency key: one payment per payout and try, or per payout of a group. */
export const paymentKey = ({
  id,
  retryCount,
  groupKey,
}: Pick<Payout, 'id' | 'retryCount' | 'groupKey'>): string =>
  groupKey ?? `${id}-${String(retryCount)}`;
