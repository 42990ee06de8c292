import {
  type AdjustedConversion,
  conversionAdjusted,
  conversionReversed,
  type DomainEvent,
} from '@tributary/contracts';
import { invalidFields } from '@tributary/errors';
import { type Adjustment, type Conversion, snapshotOf } from './conversion.ts';

export interface AdjustmentRequest {
  /** `shop_refund`: of the amount, or of the whole rest where the amount is at least the rest. */
  readonly type: Adjustment['type'] | 'shop_refund';
  /** Minor units of the order's currency; null where the call has no amount. */
  readonly amountMinor: number | null;
  readonly refundId: string | null;
  readonly metadataText: string | null;
}

export interface AdjustmentOutcome {
  readonly adjusted: Conversion;
  readonly adjustment: Adjustment;
  /** Absent for a repeated call. */
  readonly event?: DomainEvent<AdjustedConversion>;
}

/** A conversion with one of its adjustments, in the form of events and of commission's rpc. */
export const adjustedSnapshot = (
  conversion: Conversion,
  adjustment: Adjustment,
): AdjustedConversion => ({
  ...snapshotOf(conversion),
  adjustmentId: adjustment.adjustmentId,
  adjustmentType: adjustment.type,
  adjustmentMinor: adjustment.amountMinor,
  refundId: adjustment.refundId,
});

/**
 * The adjustment that this call repeats: the same refund_id, the same amount where neither has a refund_id
 * (a replayed call is identical), or a second full reversal.
 */
function findRepeated(
  conversion: Conversion,
  request: AdjustmentRequest & Pick<Adjustment, 'type'>,
): Adjustment | undefined {
  const { adjustments, status } = conversion;
  const sameRefund = adjustments.find(({ type, refundId, amountMinor }) =>
    refundId === null
      ? type === request.type && request.refundId === null && amountMinor === request.amountMinor
      : refundId === request.refundId,
  );
  if (sameRefund !== undefined || status !== 'reversed') return sameRefund;
  if (request.type === 'partial_refund') return undefined;
  return adjustments.find(({ type }) => type !== 'partial_refund');
}

function typeOf({ type, amountMinor }: AdjustmentRequest, leftMinor: number): Adjustment['type'] {
  if (type !== 'shop_refund') return type;
  return amountMinor !== null && amountMinor < leftMinor ? 'partial_refund' : 'refund';
}

function partialAmount(request: AdjustmentRequest, leftMinor: number): number {
  const { amountMinor } = request;
  const refuse = (message: string) =>
    invalidFields([{ path: 'adjustment_amount', message }], 'invalid_adjustment_amount');
  if (amountMinor === null || amountMinor === 0) {
    throw refuse('A partial refund needs an amount above zero');
  }
  if (amountMinor > leftMinor) {
    throw refuse('The refunds would add up to more than the order’s value');
  }
  return amountMinor;
}

/**
 * Applies a refund or chargeback to a conversion. A full refund takes the whole rest and reverses the
 * conversion, whatever amount the call has; a partial one keeps the status, even where nothing is left.
 * @throws invalid invalid_adjustment_amount
 */
export function decideAdjustment(
  conversion: Conversion,
  request: AdjustmentRequest,
  made: { readonly id: string; readonly now: Date },
): AdjustmentOutcome {
  const leftMinor = conversion.valueMinor - conversion.refundedMinor;
  const type = typeOf(request, leftMinor);
  const repeated = findRepeated(conversion, { ...request, type });
  if (repeated !== undefined) return { adjusted: conversion, adjustment: repeated };
  const isPartial = type === 'partial_refund';
  const { amountMinor: namedMinor } = request;
  const isNamed = request.type === 'shop_refund' && !isPartial && namedMinor !== null;
  const adjustment: Adjustment = {
    adjustmentId: made.id,
    type,
    amountMinor: isPartial ? partialAmount(request, leftMinor) : leftMinor,
    ...(isNamed ? { namedMinor } : {}),
    refundId: request.refundId,
    metadataText: request.metadataText,
    at: made.now,
  };
  const adjusted: Conversion = {
    ...conversion,
    status: isPartial ? conversion.status : 'reversed',
    refundedMinor: conversion.refundedMinor + adjustment.amountMinor,
    adjustments: [...conversion.adjustments, adjustment],
  };
  const createEvent = isPartial ? conversionAdjusted : conversionReversed;
  return { adjusted, adjustment, event: createEvent(adjustedSnapshot(adjusted, adjustment)) };
}
