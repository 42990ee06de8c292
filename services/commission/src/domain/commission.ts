import type { CommissionSnapshot, CommissionStatus, CommissionTerms } from '@tributary/contracts';
import type { ExchangeRate } from './exchange.ts';

/**
 * What one affiliate is owed for one conversion. All amounts are minor units of `currency`.
 *
 * While it lives (pending, approved, paid), `amountMinor` is the larger of what the terms give on
 * what refunds left, and what has been paid or set aside already: refunds in part take from what is
 * unpaid only. Taken back whole it is cancelled, its amount is 0, and what was paid or set aside of
 * it is the affiliate's debt.
 */
export interface Commission {
  readonly id: string;
  readonly conversionId: string;
  readonly affiliateId: string;
  readonly brandId: string;
  readonly campaignId: string;
  /** As it was when the commission was created; events carry it. */
  readonly campaignName: string;
  readonly orderId: string;
  readonly clickId: string | null;
  readonly linkId: string | null;
  /** The campaign's terms with what the affiliate's tier makes of the rate and the hold. */
  readonly terms: CommissionTerms;
  /** The rates, into the platform's currency, of the currencies concerned; frozen. */
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
  /** At its creation. */
  readonly earnedMinor: number;
  /** What the terms give on what refunds have left. */
  readonly entitledMinor: number;
  /** Whether refunds have left nothing of the order: a commission of nothing is then cancelled. */
  readonly isRefunded: boolean;
  /** What is owed now. */
  readonly amountMinor: number;
  readonly paidMinor: number;
  /** Set aside for payouts under way. */
  readonly reservedMinor: number;
  readonly holdUntil: Date | null;
  readonly convertedAt: Date;
  readonly createdAt: Date;
  readonly approvedAt: Date | null;
  readonly paidAt: Date | null;
  readonly cancelledAt: Date | null;
  /** The last payout that paid a part of it. */
  readonly payoutId: string | null;
  /** Payouts before that one which paid a part of it and were not taken back, the oldest first. */
  readonly earlierPayoutIds?: readonly string[];
  /** The last refund that lowered it. */
  readonly adjustmentId: string | null;
  /** Why an administrator took it back; null where none did. */
  readonly cancelReason: string | null;
  /** The administrator who did. */
  readonly cancelledBy?: string;
}

/** What a commission's amounts say about it needs no more of it than this. */
export type CommissionAmounts = Pick<
  Commission,
  'status' | 'amountMinor' | 'paidMinor' | 'reservedMinor'
>;

/** Paid or set aside: what a refund in part leaves alone. */
export const settledMinor = ({ paidMinor, reservedMinor }: CommissionAmounts): number =>
  paidMinor + reservedMinor;

/** What a payout may take of it. */
export const freeMinor = (commission: CommissionAmounts): number =>
  commission.status === 'approved' ? commission.amountMinor - settledMinor(commission) : 0;

/** What the affiliate owes back of it. */
export const debtMinor = (commission: CommissionAmounts): number =>
  commission.status === 'cancelled' ? settledMinor(commission) : 0;

export const isLive = ({ status }: CommissionAmounts): boolean =>
  status === 'pending' || status === 'approved' || status === 'paid';

/**
 * The commission in the state that its amounts imply: paid once all that is owed is paid, approved
 * again when a payment came back, cancelled when refunds left nothing of it.
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
  amountMinor: commission.amountMinor,
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
});
