import { type Deps } from '../deps.ts';
import { type Conversion } from '../domain/conversion.ts';
import {
  shopAmountMinor,
  type ShopOrder,
  type ShopRefund,
  trimmedAmount,
} from '../domain/shop-order.ts';
import { adjustConversion, type AdjustDeps } from './adjust-conversion.ts';

/** The effect of a shop's webhook. */
export interface ShopWebhookOutcome {
  readonly status: 'recorded' | 'duplicate' | 'adjusted' | 'reversed' | 'ignored';
  readonly conversionId: string | null;
  readonly reason?: string;
}

export type ShopChangeDeps = AdjustDeps & Pick<Deps, 'conversions'>;

const withoutAmount = (refundId: string) => ({
  type: 'refund' as const,
  amountText: undefined,
  currency: undefined,
  refundId,
  metadataText: null,
});

/** Applies a refund. A refund of the whole rest reverses the order; a smaller one is partial. */
export async function applyRefund(
  deps: ShopChangeDeps,
  order: Conversion,
  { refundId, amountText }: ShopRefund,
): Promise<ShopWebhookOutcome> {
  const amountMinor = shopAmountMinor(amountText, order.currency);
  const isKnown = order.adjustments.some((known) => known.refundId === refundId);
  if (isKnown || amountMinor === 0) {
    return { status: 'duplicate', conversionId: order.id };
  }
  if (order.status === 'reversed') return { status: 'reversed', conversionId: order.id };
  const { adjustment } = await adjustConversion(deps)(order, {
    ...withoutAmount(refundId),
    type: 'shop_refund',
    amountText: trimmedAmount(amountText),
  });
  const isPartial = adjustment.type === 'partial_refund';
  return { status: isPartial ? 'adjusted' : 'reversed', conversionId: order.id };
}

/** Reverses an order that its shop has cancelled, once. */
export async function cancel(deps: ShopChangeDeps, order: Conversion): Promise<ShopWebhookOutcome> {
  if (order.status !== 'reversed') {
    await adjustConversion(deps)(order, withoutAmount(`cancelled-${order.orderId}`));
  }
  return { status: 'reversed', conversionId: order.id };
}

/** An order of a brand by its id, or that of its payment. */
export async function findOrder(
  { conversions }: ShopChangeDeps,
  brandId: string,
  orderId: string,
): Promise<Conversion | undefined> {
  const [found] = await conversions.listByOrder(orderId, { brandId });
  return found ?? conversions.findByTransaction(orderId, brandId);
}

/** Applies each refund of a recorded order; undefined where none is new. */
export async function applyRefunds(
  deps: ShopChangeDeps,
  brandId: string,
  { orderId, refunds }: Pick<ShopOrder, 'orderId' | 'refunds'>,
): Promise<ShopWebhookOutcome | undefined> {
  let outcome: ShopWebhookOutcome | undefined;
  for (const refund of refunds) {
    const order = await findOrder(deps, brandId, orderId);
    if (order === undefined) return undefined;
    const applied = await applyRefund(deps, order, refund);
    if (applied.status !== 'duplicate') outcome = applied;
  }
  return outcome;
}
