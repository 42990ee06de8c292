import type { EarningBasis } from './earning-basis.ts';
import type { ExchangeRate } from './exchange.ts';

export type AdjustmentReason = 'refund' | 'chargeback' | 'partial_refund';

/** A refund or chargeback as tracking says it. */
export interface Adjustment {
  readonly id: string;
  readonly reason: AdjustmentReason;
  /** Whether nothing of the order is left, so that every commission is taken back whole. */
  readonly whole: boolean;
  /** What refunds have taken off the order's value so far, this one included; minor units. */
  readonly refundedMinor: number;
}

export interface AdjustmentOutcome {
  /** Commissions taken back whole, paid ones included. */
  readonly reversedCommissions: number;
  /** Commissions lowered in part. */
  readonly adjustedCommissions: number;
}

export interface KnownAdjustment extends Adjustment, AdjustmentOutcome {
  /** False while it waits for the approval that it overtook. */
  readonly applied: boolean;
}

/** Where a conversion came from and how it was approved: what a trace begins with. */
export interface Origin {
  readonly source: string;
  readonly clickId: string | null;
  readonly clickedAt: Date | null;
  readonly convertedAt: Date;
  readonly trackedAt: Date;
  readonly fraudScore: number | null;
  readonly requiresReview: boolean;
  readonly approvedBy: string;
  readonly approvedAt: Date;
  readonly notes: string | null;
}

/** What commission keeps of a conversion: what it was earned by and which refunds it has met. */
export interface EarnedConversion {
  readonly id: string;
  /** Null while only refunds have been heard of. */
  readonly basis: EarningBasis | null;
  /** Null while only refunds have been heard of. */
  readonly origin: Origin | null;
  /** The rates in force when it was tracked. */
  readonly rates: readonly ExchangeRate[];
  /** Why it earns nothing though it is approved; null where it earns. */
  readonly unpaidBecause: 'recurring_period_over' | null;
  readonly affiliateIds: readonly string[];
  readonly commissionIds: readonly string[];
  /** The refunds that have taken effect, minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly reversed: boolean;
  readonly adjustments: readonly KnownAdjustment[];
}

export const unknownConversion = (id: string): EarnedConversion => ({
  id,
  basis: null,
  origin: null,
  rates: [],
  unpaidBecause: null,
  affiliateIds: [],
  commissionIds: [],
  refundedMinor: 0,
  reversed: false,
  adjustments: [],
});
