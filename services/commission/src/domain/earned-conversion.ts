import type { AttributionShare, UnpayableReason } from '@tributary/contracts';
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

/** Why a change of attribution leaves a conversion as it is. */
export type ChangeSkip =
  /** It is not approved yet, or its approval is not booked yet. */
  | 'not_approved'
  /** It earns nothing. */
  | 'no_commission'
  /** A refund or chargeback took back all of it. */
  | 'reversed'
  /** An administrator cancelled a commission of it. */
  | 'commission_cancelled'
  /** The new credit gives everybody the same amount. */
  | 'unchanged';

/** What one affiliate gets of a conversion before and after a change or an undo, minor units. */
export interface CreditMove {
  readonly affiliateId: string;
  readonly beforeMinor: number;
  readonly afterMinor: number;
  /** What of it was paid or reserved and is owed back; negative where it is owed back no longer. */
  readonly clawedBackMinor: number;
}

/** What an affiliate gets before and after the change. */
export type CreditTarget = Omit<CreditMove, 'clawedBackMinor'>;

/** A conversion's new credit. */
export interface AttributionChange {
  readonly id: string;
  /** One per affiliate, largest first; at least one. */
  readonly shares: readonly AttributionShare[];
  /** The suspended affiliates among those: their lines stay pending. */
  readonly suspended?: ReadonlySet<string>;
}

/** A commission's amounts as they would be without a change. */
export interface UnchangedAmounts {
  readonly commissionId: string;
  readonly entitledMinor: number;
  readonly clawedBackMinor: number;
}

/** A change of attribution as one conversion records it, so that a repetition changes nothing. */
export interface KnownChange {
  readonly id: string;
  readonly state: 'applied' | 'skipped' | 'undone';
  readonly skipped: ChangeSkip | null;
  /** The credit by the change, largest share first. */
  readonly shares: readonly AttributionShare[];
  /** The commissions that existed before, as they would be without the change: refunds lower them as well. */
  readonly unchanged: readonly UnchangedAmounts[];
  readonly moves: readonly CreditMove[];
  /** What the undo moved; absent before it. */
  readonly undoMoves?: readonly CreditMove[];
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
  /** The changes of attribution, oldest first; absent where there was none. */
  readonly changes?: readonly KnownChange[];
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
