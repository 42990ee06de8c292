import { allocateLargestRemainder, roundHalfEven, toMinor } from '@tributary/money';
import type { ConversionBook } from './adjustment.ts';
import { type Changes, noChanges, type Stamps } from './changes.ts';
import type { Commission } from './commission.ts';
import type { AttributionChange, CreditTarget, EarnedConversion } from './earned-conversion.ts';
import { exchange, PLATFORM_CURRENCY } from './exchange.ts';
import type { MovedCommission } from './moved-commission.ts';
import {
  createdEvents,
  earnedTransaction,
  holdOf,
  suspendedHoldOf,
  termsOf,
} from './new-commission.ts';

/** The affiliates whose amount changes, and the commissions that were lowered for it. */
interface Moved {
  readonly targets: readonly CreditTarget[];
  readonly lowered: readonly MovedCommission[];
}

/** A further commission for each affiliate who gets more; the sale behind the amounts moves along. */
export function changeLines(
  book: ConversionBook,
  change: AttributionChange,
  { targets, lowered }: Moved,
  stamps: Stamps,
): Changes {
  const raised = targets.filter(({ beforeMinor, afterMinor }) => afterMinor > beforeMinor);
  const gains = raised.map(({ beforeMinor, afterMinor }) => afterMinor - beforeMinor);
  const movedSaleMinor = lowered.reduce(
    (sum, { before, after }) => sum + saleLeftMinor(before) - saleLeftMinor(after),
    0,
  );
  const sales = allocateLargestRemainder(movedSaleMinor, gains);
  const created = raised.flatMap(({ affiliateId }, index) => {
    const amounts = { amountMinor: gains[index] ?? 0, saleMinor: sales[index] ?? 0 };
    return lineOf(book, change, { affiliateId, ...amounts }, stamps);
  });
  return {
    ...noChanges,
    created,
    transactions: created.flatMap((line) => earnedTransaction(line, stamps)),
    events: created.flatMap(createdEvents),
  };
}

/** The part of the sale behind what a commission is entitled to now. */
function saleLeftMinor({ saleMinor, earnedMinor, entitledMinor }: Commission): number {
  if (earnedMinor === 0) return 0;
  return toMinor(roundHalfEven(BigInt(saleMinor) * BigInt(entitledMinor), BigInt(earnedMinor)));
}

interface Line {
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly saleMinor: number;
}

function lineOf(
  { conversion, commissions: [sibling] }: ConversionBook,
  { id: changeId, shares, suspended }: AttributionChange,
  { affiliateId, amountMinor, saleMinor }: Line,
  { now, newId }: Stamps,
): Commission[] {
  const { basis, rates } = conversion;
  const share = shares.find((one) => one.affiliateId === affiliateId);
  if (basis === null || sibling === undefined) return [];
  const intoPlatform = { from: basis.currency, to: PLATFORM_CURRENCY };
  const isSuspended = suspended?.has(affiliateId) === true;
  return [
    {
      ...holdOfLine(conversion, affiliateId, isSuspended, now),
      id: newId(),
      conversionId: conversion.id,
      affiliateId,
      brandId: sibling.brandId,
      campaignId: sibling.campaignId,
      campaignName: sibling.campaignName,
      orderId: sibling.orderId,
      clickId: share?.clickId ?? null,
      linkId: share?.linkId ?? null,
      terms: termsOf(basis, affiliateId),
      rates,
      worthMinor: exchange(saleMinor, intoPlatform, rates) ?? null,
      orderValueMinor: sibling.orderValueMinor,
      saleMinor,
      saleCurrency: sibling.saleCurrency,
      currency: sibling.currency,
      earnedMinor: amountMinor,
      entitledMinor: amountMinor,
      isRefunded: false,
      amountMinor,
      paidMinor: 0,
      reservedMinor: 0,
      convertedAt: sibling.convertedAt,
      createdAt: now,
      paidAt: null,
      cancelledAt: null,
      payoutId: null,
      adjustmentId: null,
      cancelReason: null,
      changeId,
      lastChangeId: changeId,
    },
  ];
}

/** A line is on hold as long as a commission of the approval would be; the days that are over count. */
function holdOfLine(
  { basis, origin }: EarnedConversion,
  affiliateId: string,
  isSuspended: boolean,
  now: Date,
): Pick<Commission, 'status' | 'holdUntil' | 'holdReason' | 'approvedAt'> {
  if (basis === null || origin === null) throw new RangeError('The conversion is not approved');
  const approval = { terms: basis.terms, reviewedAt: origin.approvedAt.toISOString() };
  const tier = basis.tiers?.[affiliateId];
  if (isSuspended) return suspendedHoldOf(approval, tier);
  const hold = holdOf(approval, tier, now);
  const isOver = hold.holdUntil !== null && hold.holdUntil <= now;
  return isOver ? { ...hold, status: 'approved', approvedAt: now } : hold;
}
