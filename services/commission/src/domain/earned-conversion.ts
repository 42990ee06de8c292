import type { UnpayableReason } from '@tributary/contracts';
import type { EarningBasis } from './earning-basis.ts';
import type { ExchangeRate } from './exchange.ts';

export type AdjustmentReason = 'refund' | 'chargeback' | 'partial_refund';

/** A refund or chargeback as tracking reports it. */
export interface Adjustment {
  readonly id: string;
  readonly reason: AdjustmentReason;
  /** Whether nothing is left of the order: every commission is then cancelled. */
  readonly whole: boolean;
  /** The sum of all refunds so far, this one included; minor units of the order's currency. */
  readonly refundedMinor: number;
  /** The adjusted revision of the conversion; absent for 0. */
  readonly revision?: number;
}

export interface AdjustmentOutcome {
  /** Commissions cancelled, paid ones included. */
  readonly reversedCommissions: number;
  /** Commissions lowered but not cancelled. */
  readonly adjustedCommissions: number;
}

export interface KnownAdjustment extends Adjustment, AdjustmentOutcome {
  /** False while the conversion's approval has not arrived. */
  readonly applied: boolean;
}

/** The source and the approval of a conversion, for traces. */
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

/** A conversion as commission stores it: the basis of its commissions and its refunds. */
export interface EarnedConversion {
  readonly id: string;
  /** Null while only refunds have arrived. */
  readonly basis: EarningBasis | null;
  /** Null while only refunds have arrived. */
  readonly origin: Origin | null;
  /** The exchange rates in force when it was tracked. */
  readonly rates: readonly ExchangeRate[];
  /** Why an approved conversion earns nothing; null where it earns. */
  readonly unpaidBecause: UnpayableReason | null;
  readonly affiliateIds: readonly string[];
  readonly commissionIds: readonly string[];
  /** The sum of the refunds applied, minor units of the order's currency. */
  readonly refundedMinor: number;
  readonly reversed: boolean;
  readonly adjustments: readonly KnownAdjustment[];
  /** The approved revision; absent for 0. Its value has the refunds of the earlier ones taken off. */
  readonly revision?: number;
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
