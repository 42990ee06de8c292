import { conflict, invalidFields, isAppError, notFound } from '@tributary/errors';
import { parseAmount } from '@tributary/money';
import { type Deps } from '../deps.ts';
import { adjustedSnapshot, decideAdjustment } from '../domain/adjustment.ts';
import { capChanges } from '../domain/caps.ts';
import { type Adjustment, type Conversion } from '../domain/conversion.ts';

export interface AdjustInput {
  readonly type: Adjustment['type'];
  /** As it stands in the body. */
  readonly amountText: string | undefined;
  readonly currency: string | undefined;
  readonly refundId: string | null;
  readonly metadataText: string | null;
}

export interface Adjusted {
  readonly conversion: Conversion;
  readonly adjustment: Adjustment;
  readonly counts: { readonly reversed: number; readonly adjusted: number };
  /** False where commission could not be asked: its event does the same in a moment. */
  readonly isBooked: boolean;
}

/** The one order that an id means. @throws not_found order_not_found; conflict ambiguous_order */
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

/** In the order's own currency. @throws invalid naming the field */
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

/** What the commissions known here say that the adjustment will do. */
function expectedCounts({ commissions }: Conversion, { type }: Adjustment) {
  if (type !== 'partial_refund') return { reversed: commissions.length, adjusted: 0 };
  const unpaid = commissions.filter(({ status }) => OPEN_STATUSES.includes(status));
  return { reversed: 0, adjusted: unpaid.length };
}

/**
 * Takes a refund or chargeback off an order, once, and has its commissions changed. Where commission
 * cannot be asked the event does it, also after a crash between the commit and the question.
 */
export const adjustConversion =
  (deps: Deps) =>
  async (order: Conversion, input: AdjustInput): Promise<Adjusted> => {
    const request = { ...input, amountMinor: amountOf(input, order) };
    const { adjusted, adjustment } = await deps.transaction(
      async ({ conversions, caps, outbox }) => {
        const current = await conversions.getOfBrand(order.id, order.brandId);
        const made = { id: deps.newId(), now: deps.clock.now() };
        const outcome = decideAdjustment(current, request, made);
        if (outcome.event !== undefined) {
          await conversions.saveAll([outcome.adjusted]);
          await caps.apply(capChanges(current, outcome.adjusted));
          await outbox.add(outcome.event);
        }
        return outcome;
      },
    );
    try {
      const counts = await deps.remote.applyAdjustment(adjustedSnapshot(adjusted, adjustment));
      return { conversion: adjusted, adjustment, counts, isBooked: true };
    } catch (error) {
      deps.log.warn({ err: error }, 'commissions will be adjusted by the event');
      const counts = expectedCounts(adjusted, adjustment);
      return { conversion: adjusted, adjustment, counts, isBooked: false };
    }
  };
