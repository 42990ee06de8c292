import { commissionPaid, type DomainEvent, revisionOf } from '@tributary/contracts';
import { remainingValue } from '@tributary/terms';
import { recordMove } from './amount-move.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import {
  type Commission,
  commissionSnapshotOf,
  isLive,
  settledMinor,
  settleStatus,
} from './commission.ts';
import { creditedTotal, lowerEntitled, lowerUnchanged } from './credited-total.ts';
import type {
  Adjustment,
  AdjustmentOutcome,
  EarnedConversion,
  KnownAdjustment,
} from './earned-conversion.ts';
import type { LedgerTransaction } from './ledger.ts';

/** A conversion and all its commissions. */
export interface ConversionBook {
  readonly conversion: EarnedConversion;
  readonly commissions: readonly Commission[];
}

/**
 * Applies a refund or chargeback to a conversion's commissions. A whole refund cancels every commission: its unpaid part
 * is no longer owed, its paid or reserved part becomes the affiliate's debt. A partial refund lowers the unpaid part in
 * proportion to the order's remaining value, so that the last refund leaves exactly 0; paid and reserved parts stay.
 *
 * Each adjustment takes effect once. One that arrives before the approval waits for it, and one of an earlier revision
 * than the approved one is contained in the approval.
 */
export function decideAdjustment(
  book: ConversionBook,
  adjustment: Adjustment,
  stamps: Stamps,
): { outcome: AdjustmentOutcome; changes: Changes } {
  const { conversion } = book;
  const known = conversion.adjustments.find(({ id }) => id === adjustment.id);
  if (known !== undefined) return { outcome: known, changes: noChanges };
  if (conversion.basis !== null && revisionOf(adjustment) < revisionOf(conversion)) {
    return { outcome: noOutcome, changes: noChanges };
  }
  if (conversion.basis === null) {
    const waiting = { ...adjustment, ...noOutcome, applied: false };
    return {
      outcome: noOutcome,
      changes: { ...noChanges, conversions: [withAdjustment(conversion, waiting)] },
    };
  }
  const applied = applyAdjustment(book, adjustment, stamps);
  const before = new Set(book.commissions);
  return {
    outcome: applied.outcome,
    changes: {
      ...noChanges,
      conversions: [applied.book.conversion],
      changed: applied.book.commissions.filter((commission) => !before.has(commission)),
      transactions: applied.transactions,
      events: applied.events,
    },
  };
}

interface Applied {
  readonly book: ConversionBook;
  readonly outcome: AdjustmentOutcome;
  readonly transactions: readonly LedgerTransaction[];
  readonly events: readonly DomainEvent[];
}

const noOutcome: AdjustmentOutcome = { reversedCommissions: 0, adjustedCommissions: 0 };

/** Applies an adjustment that has not been applied yet to a conversion whose commissions exist. */
export function applyAdjustment(
  book: ConversionBook,
  adjustment: Adjustment,
  stamps: Stamps,
): Applied {
  const lowered = adjustment.whole
    ? book.commissions.map((commission) => cancelByRefund(commission, adjustment, stamps))
    : lowerInProportion(book, adjustment, stamps);
  const changed = lowered.filter(({ changedBy }) => changedBy > 0);
  const reversedCommissions = lowered.filter(
    ({ before, after }) => isLive(before) && after.status === 'cancelled',
  ).length;
  const adjustedCommissions = changed.filter(({ after }) => isLive(after)).length;
  const outcome = { reversedCommissions, adjustedCommissions };
  const { conversion } = book;
  const known: KnownAdjustment = { ...adjustment, ...outcome, applied: true };
  return {
    outcome,
    book: {
      conversion: {
        ...withAdjustment(conversion, known),
        ...lowerUnchanged(book, adjustment),
        refundedMinor: Math.max(conversion.refundedMinor, adjustment.refundedMinor),
        reversed: conversion.reversed || adjustment.whole,
      },
      commissions: lowered.map(({ after }) => after),
    },
    transactions: lowered.flatMap(({ transactions }) => transactions),
    events: lowered.flatMap(({ events }) => events),
  };
}

const withAdjustment = (
  conversion: EarnedConversion,
  adjustment: KnownAdjustment,
): EarnedConversion => ({
  ...conversion,
  adjustments: [...conversion.adjustments.filter(({ id }) => id !== adjustment.id), adjustment],
});

interface Lowered {
  readonly before: Commission;
  readonly after: Commission;
  readonly changedBy: number;
  readonly transactions: readonly LedgerTransaction[];
  readonly events: readonly DomainEvent[];
}

const untouched = (commission: Commission): Lowered => ({
  before: commission,
  after: commission,
  changedBy: 0,
  transactions: [],
  events: [],
});

function cancelByRefund(commission: Commission, adjustment: Adjustment, stamps: Stamps): Lowered {
  if (!isLive(commission)) return untouched(commission);
  const after: Commission = {
    ...commission,
    status: 'cancelled',
    entitledMinor: 0,
    isRefunded: true,
    amountMinor: 0,
    cancelledAt: stamps.now,
    adjustmentId: adjustment.id,
  };
  return {
    before: commission,
    after,
    changedBy: commission.amountMinor,
    ...recordMove({ before: commission, after, adjustment }, stamps),
  };
}

function lowerInProportion(
  { conversion, commissions }: ConversionBook,
  adjustment: Adjustment,
  stamps: Stamps,
): readonly Lowered[] {
  const { basis } = conversion;
  // A later refund that includes this one was applied first.
  const isOutdated = adjustment.refundedMinor <= conversion.refundedMinor;
  if (basis === null || isOutdated || conversion.reversed) return commissions.map(untouched);
  const remainingMinor = remainingValue(basis.valueMinor, adjustment.refundedMinor);
  const live = commissions.filter(isLive);
  const lowered = lowerEntitled(live, creditedTotal(conversion, basis, remainingMinor, live));
  const entitledOf = new Map(live.map(({ id }, index) => [id, lowered[index]]));
  return commissions.map((commission) => {
    const entitledMinor = entitledOf.get(commission.id) ?? commission.entitledMinor;
    const left = { entitledMinor, isRefunded: remainingMinor === 0 };
    return lowerTo(commission, left, adjustment, stamps);
  });
}

function lowerTo(
  commission: Commission,
  left: Pick<Commission, 'entitledMinor' | 'isRefunded'>,
  adjustment: Adjustment,
  stamps: Stamps,
): Lowered {
  const { entitledMinor, isRefunded } = left;
  const isSame = entitledMinor === commission.entitledMinor && !isRefunded;
  if (!isLive(commission) || isSame) return untouched(commission);
  const amountMinor = Math.max(entitledMinor, settledMinor(commission));
  const { id: adjustmentId } = adjustment;
  const lowered = { ...commission, ...left, amountMinor, adjustmentId };
  const after = settleStatus(lowered, stamps.now);
  const changedBy = commission.amountMinor - amountMinor;
  if (changedBy === 0 && after.status === commission.status) {
    return { ...untouched(commission), after };
  }
  const { transactions, events } = recordMove({ before: commission, after, adjustment }, stamps);
  return {
    before: commission,
    after,
    changedBy,
    transactions,
    events: [...events, ...paidEvents(commission, after)],
  };
}

/** A commission also becomes paid when a refund lowers it to what was paid. */
export const paidEvents = (before: Commission, after: Commission): DomainEvent[] =>
  before.status !== 'paid' && after.status === 'paid'
    ? [commissionPaid(commissionSnapshotOf(after))]
    : [];
