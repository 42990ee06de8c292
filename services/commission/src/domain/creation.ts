import {
  commissionApproved,
  commissionCreated,
  type DomainEvent,
  type ReviewedConversion,
} from '@tributary/contracts';
import { applyAdjustment, type ConversionBook } from './adjustment.ts';
import { type Changes, type Making, noChanges } from './changes.ts';
import { type Commission, commissionSnapshotOf } from './commission.ts';
import {
  type EarnedConversion,
  type KnownAdjustment,
  unknownConversion,
} from './earned-conversion.ts';
import { earn, type EarningBasis, earningCurrency, mergeShares, splitSale } from './earning.ts';
import {
  affiliateAccount,
  brandAccount,
  ledgerTransaction,
  type LedgerTransaction,
} from './ledger.ts';

const DAY_MS = 86_400_000;

interface Creation {
  readonly approval: ReviewedConversion;
  /** What is known of the conversion already. */
  readonly known: EarnedConversion | undefined;
  readonly campaignName: string;
}

/**
 * The commissions of an approved conversion: one per affiliate credited, on the order's value less
 * the refunds made before. Refunds that overtook the approval are applied at once, so that the
 * result is the one of the order in which things happened. An approval that is known changes nothing.
 */
export function decideCreation(
  { approval, known, campaignName }: Creation,
  making: Making,
): Changes {
  if (known !== undefined && known.basis !== null) return noChanges;
  const basis = basisOf(approval);
  const refundedMinor = Math.min(approval.refundedMinor, approval.valueMinor);
  const commissions = commissionsOf({ approval, basis, refundedMinor, campaignName }, making);
  const earlier = known ?? unknownConversion(approval.conversionId);
  const conversion: EarnedConversion = {
    ...earlier,
    basis,
    affiliateIds: basis.shares.map(({ affiliateId }) => affiliateId),
    commissionIds: commissions.map(({ id }) => id),
    refundedMinor,
    adjustments: earlier.adjustments.filter(({ applied }) => applied),
  };
  const transactions = commissions.flatMap((commission) => earned(commission, making));
  const events = commissions.flatMap(announced);
  const caughtUp = catchUp({ conversion, commissions }, waitingOf(earlier), making);
  return {
    ...noChanges,
    conversions: [caughtUp.conversion],
    created: caughtUp.commissions,
    transactions: [...transactions, ...caughtUp.transactions],
    events: [...events, ...caughtUp.events],
  };
}

const basisOf = (approval: ReviewedConversion): EarningBasis => ({
  valueMinor: approval.valueMinor,
  currency: approval.currency,
  terms: approval.terms,
  namedMinor: approval.namedCommissionMinor,
  shares: mergeShares(approval.shares),
});

interface Parts {
  readonly approval: ReviewedConversion;
  readonly basis: EarningBasis;
  readonly refundedMinor: number;
  readonly campaignName: string;
}

function commissionsOf(parts: Parts, { now, newId }: Making): readonly Commission[] {
  const { approval, basis, refundedMinor, campaignName } = parts;
  const remainingMinor = basis.valueMinor - refundedMinor;
  const amounts = earn(basis, remainingMinor);
  const sales = splitSale(basis, remainingMinor);
  const { holdDays } = basis.terms;
  const held = holdDays > 0;
  const holdUntil = new Date(Date.parse(approval.reviewedAt) + holdDays * DAY_MS);
  return basis.shares.map(({ affiliateId, clickId, linkId }, index) => {
    const amountMinor = amounts[index] ?? 0;
    return {
      id: newId(),
      conversionId: approval.conversionId,
      affiliateId,
      brandId: approval.brandId,
      campaignId: approval.campaignId,
      campaignName,
      orderId: approval.orderId,
      clickId,
      linkId,
      terms: basis.terms,
      orderValueMinor: basis.valueMinor,
      saleMinor: sales[index] ?? 0,
      saleCurrency: basis.currency,
      currency: earningCurrency(basis),
      status: held ? 'pending' : 'approved',
      earnedMinor: amountMinor,
      entitledMinor: amountMinor,
      isRefunded: false,
      amountMinor,
      paidMinor: 0,
      reservedMinor: 0,
      holdUntil: held ? holdUntil : null,
      convertedAt: new Date(approval.convertedAt),
      createdAt: now,
      approvedAt: held ? null : now,
      paidAt: null,
      cancelledAt: null,
      payoutId: null,
      adjustmentId: null,
    };
  });
}

const earned = (commission: Commission, { now, newId }: Making): LedgerTransaction[] => {
  const { id, affiliateId, brandId, conversionId, currency, amountMinor, status } = commission;
  const home = affiliateAccount(affiliateId, status === 'pending' ? 'pending' : 'available');
  return ledgerTransaction({
    id: newId(),
    kind: 'commission_earned',
    affiliateId,
    currency,
    cause: { conversionId, commissionId: id },
    at: now,
    postings: [
      {
        account: brandAccount(brandId, affiliateId),
        amountMinor: -amountMinor,
        commissionId: id,
      },
      { account: home, amountMinor, commissionId: id },
    ],
  });
};

function announced(commission: Commission): DomainEvent[] {
  const snapshot = commissionSnapshotOf(commission);
  const created = commissionCreated(snapshot);
  return commission.status === 'approved' ? [created, commissionApproved(snapshot)] : [created];
}

/** Refunds that came before the approval, in the order in which they were made. */
const waitingOf = ({ adjustments }: EarnedConversion): readonly KnownAdjustment[] =>
  adjustments
    .filter(({ applied }) => !applied)
    .toSorted((a, b) => Number(a.whole) - Number(b.whole) || a.refundedMinor - b.refundedMinor);

function catchUp(book: ConversionBook, waiting: readonly KnownAdjustment[], making: Making) {
  let caughtUp = book;
  const transactions: LedgerTransaction[] = [];
  const events: DomainEvent[] = [];
  for (const adjustment of waiting) {
    const applied = applyAdjustment(caughtUp, adjustment, making);
    caughtUp = applied.book;
    transactions.push(...applied.transactions);
    events.push(...applied.events);
  }
  return { ...caughtUp, transactions, events };
}
