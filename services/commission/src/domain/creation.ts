import {
  commissionsDeclined,
  type DomainEvent,
  type ReviewedConversion,
  revisionOf,
} from '@tributary/contracts';
import {
  commissionAmounts,
  commissionCurrency,
  mergeShares,
  remainingValue,
  splitSale,
} from '@tributary/terms';
import { applyAdjustment, type ConversionBook } from './adjustment.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import type { Commission } from './commission.ts';
import {
  type EarnedConversion,
  type KnownAdjustment,
  type Origin,
  unknownConversion,
} from './earned-conversion.ts';
import type { EarningBasis } from './earning-basis.ts';
import { exchange, type ExchangeRate, PLATFORM_CURRENCY } from './exchange.ts';
import type { LedgerTransaction } from './ledger.ts';
import {
  createdEvents,
  earnedTransaction,
  holdOf,
  suspendedHoldOf,
  termsOf,
} from './new-commission.ts';
import type { FrozenTier } from './tier.ts';

interface Creation {
  readonly approval: ReviewedConversion;
  /** The stored conversion; it exists already where a refund arrived first. */
  readonly known: EarnedConversion | undefined;
  readonly campaignName: string;
  readonly frozen: FrozenTerms;
  /** Whether it is a renewal after the months for which renewals earn. */
  readonly isPastRecurring: boolean;
  /** The suspended affiliates among those with a share: their commissions stay pending. */
  readonly suspended?: ReadonlySet<string>;
  /** Of a batch of clicks or impressions: its source, their number, and how many of them the rate pays for. */
  readonly batch?: { readonly source: string; readonly units: number; readonly unitsPer: number };
}

/** The tiers and rates in force when the conversion was tracked. */
export interface FrozenTerms {
  /** By affiliate. */
  readonly tiers: Readonly<Record<string, FrozenTier>>;
  readonly rates: readonly ExchangeRate[];
}

export const nothingFrozen: FrozenTerms = { tiers: {}, rates: [] };

/**
 * The commissions of an approved conversion: one per credited affiliate, on the order's value less the refunds before the
 * approval. Refunds that arrived before the approval are applied at once, so that the order of arrival makes no difference.
 * A repeated approval changes nothing.
 */
export function decideCreation(creation: Creation, stamps: Stamps): Changes {
  const { approval, known, frozen, isPastRecurring } = creation;
  if (known !== undefined && known.basis !== null) return noChanges;
  const basis = { ...basisOf(approval, frozen), ...unitsOf(creation) };
  const refundedMinor = Math.min(approval.refundedMinor, approval.valueMinor);
  const commissions = isPastRecurring
    ? []
    : commissionsOf({ ...creation, basis, refundedMinor }, stamps);
  const earlier = known ?? unknownConversion(approval.conversionId);
  const conversion: EarnedConversion = {
    ...earlier,
    basis,
    origin: { ...originOf(approval), source: creation.batch?.source ?? approval.source },
    rates: frozen.rates,
    unpaidBecause: isPastRecurring ? 'duplicate_customer' : null,
    affiliateIds: basis.shares.map(({ affiliateId }) => affiliateId),
    commissionIds: commissions.map(({ id }) => id),
    refundedMinor,
    adjustments: earlier.adjustments.filter(({ applied }) => applied),
    ...(approval.revision === undefined ? {} : { revision: approval.revision }),
  };
  const transactions = commissions.flatMap((commission) => earnedTransaction(commission, stamps));
  const events = isPastRecurring ? [declinedEvent(approval)] : commissions.flatMap(createdEvents);
  const caughtUp = applyWaiting(
    { conversion, commissions },
    waitingOf(earlier, revisionOf(approval)),
    stamps,
  );
  return {
    ...noChanges,
    conversions: [caughtUp.conversion],
    created: caughtUp.commissions,
    transactions: [...transactions, ...caughtUp.transactions],
    events: [...events, ...caughtUp.events],
  };
}

const unitsOf = ({ batch }: Creation): Pick<EarningBasis, 'units' | 'unitsPer'> => ({
  units: batch?.units ?? 1,
  unitsPer: batch?.unitsPer ?? 1,
});

const basisOf = (approval: ReviewedConversion, { tiers }: FrozenTerms): EarningBasis => ({
  valueMinor: approval.valueMinor,
  currency: approval.currency,
  terms: approval.terms,
  namedMinor: approval.namedCommissionMinor,
  shares: mergeShares(approval.shares),
  tiers,
});

const originOf = (approval: ReviewedConversion): Origin => ({
  source: approval.source,
  clickId: approval.clickId,
  clickedAt: approval.clickedAt === null ? null : new Date(approval.clickedAt),
  convertedAt: new Date(approval.convertedAt),
  trackedAt: new Date(approval.createdAt),
  fraudScore: approval.fraudScore,
  requiresReview: approval.requiresReview,
  approvedBy: approval.reviewedBy,
  approvedAt: new Date(approval.reviewedAt),
  notes: approval.notes,
});

interface Parts extends Creation {
  readonly basis: EarningBasis;
  readonly refundedMinor: number;
}

function commissionsOf(parts: Parts, { now, newId }: Stamps): readonly Commission[] {
  const { approval, basis, refundedMinor, campaignName, frozen, suspended } = parts;
  const remainingMinor = remainingValue(basis.valueMinor, refundedMinor);
  const amounts = commissionAmounts(basis, remainingMinor);
  const sales = splitSale(basis, remainingMinor);
  const { rates } = frozen;
  const intoPlatform = { from: basis.currency, to: PLATFORM_CURRENCY };
  return basis.shares.map(({ affiliateId, clickId, linkId }, index) => {
    const amountMinor = amounts[index] ?? 0;
    const saleMinor = sales[index] ?? 0;
    return {
      ...(suspended?.has(affiliateId) === true
        ? suspendedHoldOf(approval, frozen.tiers[affiliateId])
        : holdOf(approval, frozen.tiers[affiliateId], now)),
      id: newId(),
      conversionId: approval.conversionId,
      affiliateId,
      brandId: approval.brandId,
      campaignId: approval.campaignId,
      campaignName,
      orderId: approval.orderId,
      clickId,
      linkId,
      terms: termsOf(basis, affiliateId),
      rates,
      worthMinor: exchange(saleMinor, intoPlatform, rates) ?? null,
      orderValueMinor: basis.valueMinor,
      saleMinor,
      saleCurrency: basis.currency,
      currency: commissionCurrency(basis),
      earnedMinor: amountMinor,
      entitledMinor: amountMinor,
      isRefunded: false,
      amountMinor,
      paidMinor: 0,
      reservedMinor: 0,
      convertedAt: new Date(approval.convertedAt),
      createdAt: now,
      paidAt: null,
      cancelledAt: null,
      payoutId: null,
      adjustmentId: null,
      cancelReason: null,
    };
  });
}

/** The renewals of a customer whose earlier orders have earned all that the campaign pays for. */
const declinedEvent = ({ conversionId, brandId, campaignId }: ReviewedConversion): DomainEvent =>
  commissionsDeclined({ conversionId, brandId, campaignId, reason: 'duplicate_customer' });

/** Refunds of the approved revision that arrived before the approval, in the order in which they were made. */
const waitingOf = (
  { adjustments }: EarnedConversion,
  revision: number,
): readonly KnownAdjustment[] =>
  adjustments
    .filter((adjustment) => !adjustment.applied && revisionOf(adjustment) === revision)
    .toSorted((a, b) => Number(a.whole) - Number(b.whole) || a.refundedMinor - b.refundedMinor);

function applyWaiting(book: ConversionBook, waiting: readonly KnownAdjustment[], stamps: Stamps) {
  let caughtUp = book;
  const transactions: LedgerTransaction[] = [];
  const events: DomainEvent[] = [];
  for (const adjustment of waiting) {
    const applied = applyAdjustment(caughtUp, adjustment, stamps);
    caughtUp = applied.book;
    transactions.push(...applied.transactions);
    events.push(...applied.events);
  }
  return { ...caughtUp, transactions, events };
}
