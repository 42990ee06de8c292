import type { CommissionSnapshot, CommissionStatus, CommissionTerms } from '@tributary/contracts';
import type { ExchangeRate } from './exchange.ts';

/** The reason by which commissions of a suspended affiliate are held. */
export const AFFILIATE_SUSPENDED = 'affiliate_suspended';
/** The order was suspicious when it was judged again; the brand decides. */
export const FRAUD_REVIEW = 'fraud_review';
/** The order could not be judged again yet. */
export const FRAUD_CHECK_PENDING = 'fraud_check_pending';

export type CommissionHold =
  | typeof AFFILIATE_SUSPENDED
  | typeof FRAUD_CHECK_PENDING
  | typeof FRAUD_REVIEW;

/** What attribution knew of the order when it was judged again, before it could be paid. */
export interface SecondVerdict {
  readonly judgedAt: Date;
  readonly fraudScore: number;
  /** Whether the order is held for it; false again once the brand has released it. */
  readonly isHeld: boolean;
  /** Present where attribution knew nothing of the order for days, so that the brand decides. */
  readonly isUnknown?: true;
  /** Who released it, and when; absent where nobody had to. */
  readonly releasedBy?: string;
  readonly releasedAt?: Date;
}

/**
 * What one affiliate is owed for one conversion. All amounts are minor units of `currency`.
 *
 * While the commission is live (pending, approved, paid), `amountMinor` is the larger of `entitledMinor` and what is paid
 * or reserved: partial refunds lower only the unpaid part. A cancelled commission has the amount 0, and its paid or
 * reserved part is the affiliate's debt. A change of attribution leaves paid and reserved parts as well; what the new
 * credit takes of them is `clawedBackMinor`, the affiliate's debt on a live commission.
 */
export interface Commission {
  readonly id: string;
  readonly conversionId: string;
  readonly affiliateId: string;
  readonly brandId: string;
  readonly campaignId: string;
  /** The name when the commission was created; events carry it. */
  readonly campaignName: string;
  readonly orderId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
  /** The campaign's terms, with the rate and the hold changed by the affiliate's tier. */
  readonly terms: CommissionTerms;
  /** The exchange rates of the order's and the campaign's currency into the platform's; frozen. */
  readonly rates: readonly ExchangeRate[];
  /** The sale in the platform's currency, minor units; null where a rate was missing. */
  readonly worthMinor: number | null;
  /** The whole order's value as reported, minor units of `saleCurrency`. */
  readonly orderValueMinor: number;
  /** The part of the value that it was earned on, minor units of `saleCurrency`. */
  readonly saleMinor: number;
  readonly saleCurrency: string;
  readonly currency: string;
  readonly status: CommissionStatus;
  /** The amount at creation. */
  readonly earnedMinor: number;
  /** The amount by the terms on the order's remaining value. */
  readonly entitledMinor: number;
  /** Whether refunds left nothing of the order: a commission of 0 is then cancelled. */
  readonly isRefunded: boolean;
  /** The amount owed now. */
  readonly amountMinor: number;
  readonly paidMinor: number;
  /** Reserved for payouts in progress. */
  readonly reservedMinor: number;
  /** What attribution changes took back of the paid or reserved part while it is live; absent for 0. */
  readonly clawedBackMinor?: number;
  readonly holdUntil: Date | null;
  /** Why it cannot be paid, after `holdUntil` as well; null or absent where it can. */
  readonly holdReason?: CommissionHold | null;
  /** Absent until the order is judged again. */
  readonly verdict?: SecondVerdict;
  readonly convertedAt: Date;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly paidAt: Date | null;
  readonly cancelledAt: Date | null;
  /** The last payout that paid a part of it. */
  readonly payoutId: string | null;
  /** Earlier payouts that paid a part of it and were not restored, oldest first. */
  readonly earlierPayoutIds?: readonly string[];
  /** The last refund that lowered it. */
  readonly adjustmentId: string | null;
  /** Why an administrator cancelled it; null where none did. */
  readonly cancelReason: string | null;
  /** The id of that administrator. */
  readonly cancelledBy?: string;
  /** The attribution change that made this line; absent for the commission of the approval. */
  readonly changeId?: string;
  /** The attribution change that last moved it, or was last undone for it. */
  readonly lastChangeId?: string;
  /** How many changes and undos moved it; absent for 0. */
  readonly creditRevision?: number;
}

/** Why a commission cannot be paid now although it is earned; null where it can, or nothing is owed. */
export function holdReasonOf(
  { status, holdReason }: Pick<Commission, 'status' | 'holdReason'>,
  isSuspended: boolean,
): CommissionHold | null {
  if (status !== 'pending' && status !== 'approved') return null;
  if (isSuspended) return AFFILIATE_SUSPENDED;
  return holdReason === AFFILIATE_SUSPENDED ? null : (holdReason ?? null);
}

/** Whether it waits for its brand's decision, because its order looks like fraud. */
export const isFraudHeld = ({ status, holdReason }: Pick<Commission, 'status' | 'holdReason'>) =>
  holdReason === FRAUD_REVIEW && (status === 'pending' || status === 'approved');

/** The fields that the functions on amounts need. */
export type CommissionAmounts = Pick<
  Commission,
  'status' | 'amountMinor' | 'paidMinor' | 'reservedMinor' | 'clawedBackMinor' | 'holdReason'
>;

/** The paid and reserved part, which a partial refund leaves unchanged. */
export const settledMinor = ({ paidMinor, reservedMinor }: CommissionAmounts): number =>
  paidMinor + reservedMinor;

/** The approved part that is neither paid nor reserved. */
const unpaidMinor = (commission: CommissionAmounts): number =>
  commission.status === 'approved' ? commission.amountMinor - settledMinor(commission) : 0;

/** The part that a payout may reserve. */
export const freeMinor = (commission: CommissionAmounts): number =>
  commission.holdReason === FRAUD_REVIEW ? 0 : unpaidMinor(commission);

/** The part that is available by the ledger, and held because its order looks like fraud. */
export const heldMinor = (commission: CommissionAmounts): number =>
  commission.holdReason === FRAUD_REVIEW ? unpaidMinor(commission) : 0;

/** The part that the affiliate owes back. */
export const debtMinor = (commission: CommissionAmounts): number =>
  isLive(commission) ? (commission.clawedBackMinor ?? 0) : settledMinor(commission);

/** What the brand owes for it: the amount less what is owed back. */
export const owedMinor = (commission: CommissionAmounts): number =>
  isLive(commission) ? commission.amountMinor - debtMinor(commission) : 0;

/**
 * What is owed back of a live commission after payments of it were returned: never more than what is paid or reserved
 * above the entitled amount.
 */
export const clawedBackAfter = (
  commission: CommissionAmounts & Pick<Commission, 'entitledMinor'>,
): number =>
  Math.min(
    commission.clawedBackMinor ?? 0,
    Math.max(0, settledMinor(commission) - commission.entitledMinor),
  );

export const isLive = ({ status }: CommissionAmounts): boolean =>
  status === 'pending' || status === 'approved' || status === 'paid';

/** The commission with this amount owed back; the field stays absent where nothing ever was. */
export const withClawedBack = (commission: Commission, clawedBackMinor: number): Commission =>
  clawedBackMinor === (commission.clawedBackMinor ?? 0)
    ? commission
    : { ...commission, clawedBackMinor };

/**
 * The commission with the status that its amounts imply: paid when all that is owed is paid, approved again when a payment
 * was returned, cancelled when refunds left nothing.
 */
export function settleStatus(commission: Commission, now: Date): Commission {
  const { status, amountMinor, paidMinor, isRefunded } = commission;
  if (!isLive(commission)) return commission;
  if (amountMinor === 0 && isRefunded) {
    return { ...commission, status: 'cancelled', cancelledAt: now };
  }
  if (status === 'pending') return commission;
  if (amountMinor > 0 && paidMinor === amountMinor) {
    return { ...commission, status: 'paid', paidAt: commission.paidAt ?? now };
  }
  return { ...commission, status: 'approved', paidAt: null };
}

/** The commission as events carry it. */
export const commissionSnapshotOf = (commission: Commission): CommissionSnapshot => ({
  commissionId: commission.id,
  conversionId: commission.conversionId,
  campaignId: commission.campaignId,
  campaignName: commission.campaignName,
  brandId: commission.brandId,
  affiliateId: commission.affiliateId,
  orderId: commission.orderId,
  clickId: commission.clickId,
  linkId: commission.linkId,
  status: commission.status,
  amountMinor: owedMinor(commission),
  paidMinor: commission.paidMinor,
  currency: commission.currency,
  terms: commission.terms,
  saleMinor: commission.saleMinor,
  saleCurrency: commission.saleCurrency,
  convertedAt: commission.convertedAt.toISOString(),
  createdAt: commission.createdAt.toISOString(),
  approvedAt: commission.approvedAt?.toISOString() ?? null,
  paidAt: commission.paidAt?.toISOString() ?? null,
  payoutId: commission.payoutId,
  ...(commission.lastChangeId === undefined
    ? {}
    : {
        attributionChangeId: commission.lastChangeId,
        creditRevision: commission.creditRevision ?? 0,
      }),
});
