import { conflict, invalidFields, isAppError, notFound } from '@tributary/errors';
import { parseAmount } from '@tributary/money';
import { type Deps } from '../deps.ts';
import {
  adjustedSnapshot,
  type AdjustmentRequest,
  decideAdjustment,
} from '../domain/adjustment.ts';
import { capChanges } from '../domain/caps.ts';
import { type Adjustment, type Conversion } from '../domain/conversion.ts';

export interface AdjustInput {
  readonly type: AdjustmentRequest['type'];
  /** The characters of the amount in the body. */
  readonly amountText: string | undefined;
  readonly currency: string | undefined;
  readonly refundId: string | null;
  readonly metadataText: string | null;
}

export interface Adjusted {
  readonly conversion: Conversion;
  readonly adjustment: Adjustment;
  readonly counts: { readonly reversed: number; readonly adjusted: number };
  /** False where commission was unavailable: the event adjusts the commissions in a moment. */
  readonly isBooked: boolean;
}

export type AdjustDeps = Pick<Deps, 'clock' | 'commissionClient' | 'log' | 'newId' | 'transaction'>;

/** The only order with an id. @throws not_found order_not_found; conflict ambiguous_order */
export function requireOneOrder(found: readonly Conversion[]): Conversion {
  const [order, ...others] = found;
  if (order === undefined) {
    throw notFound('order_not_found', { message: 'There is no such order' });
  }
  if (others.length === 0) return order;
  throw conflict('ambiguous_order', {
    message: 'Several brands have an order of this id; name campaign_id or brand_id',
  });
}

/** The amount in the order's own currency. @throws invalid naming the field */
function amountOf({ amountText, currency }: AdjustInput, order: Conversion): number | null {
  if (currency !== undefined && currency !== order.currency) {
    const message = `The order is in ${order.currency}`;
    throw invalidFields([{ path: 'currency', message }], 'currency_mismatch');
  }
  if (amountText === undefined) return null;
  try {
    return parseAmount(amountText, order.currency);
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw invalidFields([{ path: 'adjustment_amount', message: error.message }]);
  }
}

const OPEN_STATUSES = ['pending', 'approved'];

/** The expected effect of the adjustment on the commissions known to this service. */
function expectedCounts({ commissions }: Conversion, { type }: Adjustment) {
  if (type !== 'partial_refund') return { reversed: commissions.length, adjusted: 0 };
  const unpaid = commissions.filter(({ status }) => OPEN_STATUSES.includes(status));
  return { reversed: 0, adjusted: unpaid.length };
}

/**
 * Applies a refund or chargeback to an order, once, and adjusts its commissions. The event adjusts them
 * where commission is unavailable, and after a crash between the commit and the call.
 */
export const adjustConversion =
  ({ clock, commissionClient, log, newId, transaction }: AdjustDeps) =>
  async (order: Conversion, input: AdjustInput): Promise<Adjusted> => {
    const { adjusted, adjustment } = await transaction(async ({ conversions, caps, outbox }) => {
      const current = await conversions.getOfBrand(order.id, order.brandId);
      // Another report may have replaced the order since, in another currency.
      const request = { ...input, amountMinor: amountOf(input, current) };
      const outcome = decideAdjustment(current, request, { id: newId(), now: clock.now() });
      if (outcome.event !== undefined) {
        await conversions.saveAll([outcome.adjusted]);
        await caps.apply(capChanges(current, outcome.adjusted));
        await outbox.add(outcome.event);
      }
      return outcome;
    });
    try {
      const counts = await commissionClient.applyAdjustment(adjustedSnapshot(adjusted, adjustment));
      return { conversion: adjusted, adjustment, counts, isBooked: true };
    } catch (error) {
      log.warn({ err: error }, 'commission is unavailable; the event adjusts the commissions');
      const counts = expectedCounts(adjusted, adjustment);
      return { conversion: adjusted, adjustment, counts, isBooked: false };
    }
  };
