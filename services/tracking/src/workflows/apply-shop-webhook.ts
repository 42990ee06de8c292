import { type Deps } from '../deps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type Order } from '../domain/intake.ts';
import { consentOfCall } from './call-consent.ts';
import { familyOf } from '../domain/tracking-health.ts';
import { isKnownByPixelAlone } from '../domain/replacement.ts';
import {
  shopAmountMinor,
  type ShopEvent,
  type ShopOrder,
  type ShopRefund,
  trimmedAmount,
} from '../domain/shop-order.ts';
import { type IntegrationDocument } from '../store/collections.ts';
import { adjustConversion, type AdjustDeps } from './adjust-conversion.ts';
import { couponCodesOf } from './order-fields.ts';
import { type BuyerDeps, identifyBuyer } from './identify-buyer.ts';
import { recordOnce, type RecordDeps, type OrderCredit } from './record-conversion.ts';
import { bindCustomer, findShopCredit, orderTimeOf, type ShopCreditDeps } from './shop-credit.ts';

/** The effect of a shop's webhook. */
export interface ShopWebhookOutcome {
  readonly status: 'recorded' | 'duplicate' | 'adjusted' | 'reversed' | 'ignored';
  readonly conversionId: string | null;
  readonly reason?: string;
}

export type ShopWebhookDeps = AdjustDeps &
  BuyerDeps &
  RecordDeps &
  ShopCreditDeps &
  Pick<Deps, 'directory' | 'pendingShopEvents' | 'readAgent' | 'shopSightings'>;

const ignored = (reason: string): ShopWebhookOutcome => ({
  status: 'ignored',
  conversionId: null,
  reason,
});

const orderOf = (
  deps: ShopWebhookDeps,
  order: ShopOrder,
  platform: IntegrationDocument['platform'],
): Order => ({
  source: 'integration',
  orderId: order.orderId,
  transactionId: order.transactionId ?? null,
  type: order.type ?? 'sale',
  valueMinor: shopAmountMinor(order.totalText, order.currency),
  currency: order.currency,
  namedCommissionMinor: null,
  products: order.products,
  customerId: order.customerId,
  customerEmailHash: deps.hashEmail(order.email ?? undefined),
  refererUrl: null,
  platform,
  metadataText: null,
  convertedAt: orderTimeOf(deps, order),
  couponCodes: couponCodesOf(order.couponCodes),
  buyer: identifyBuyer(deps, order.browser, order.email ?? undefined),
  stated: consentOfCall({ consent: order.consent }, undefined),
});

const withoutAmount = (refundId: string) => ({
  type: 'refund' as const,
  amountText: undefined,
  currency: undefined,
  refundId,
  metadataText: null,
});

/** Applies a refund. A refund of the whole rest reverses the order; a smaller one is partial. */
async function applyRefund(
  deps: ShopWebhookDeps,
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

async function cancel(deps: ShopWebhookDeps, order: Conversion): Promise<ShopWebhookOutcome> {
  if (order.status !== 'reversed') {
    await adjustConversion(deps)(order, withoutAmount(`cancelled-${order.orderId}`));
  }
  return { status: 'reversed', conversionId: order.id };
}

async function findOrder(
  { conversions }: ShopWebhookDeps,
  brandId: string,
  orderId: string,
): Promise<Conversion | undefined> {
  const [found] = await conversions.listByOrder(orderId, { brandId });
  return found ?? conversions.findByTransaction(orderId, brandId);
}

/** Applies each refund of a recorded order; undefined where none is new. */
async function applyRefunds(
  deps: ShopWebhookDeps,
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

/** Records a new order with an affiliate's click, link or coupon code. Orders without any are ignored. */
async function recordOrder(
  deps: ShopWebhookDeps,
  integration: IntegrationDocument,
  order: ShopOrder,
): Promise<ShopWebhookOutcome> {
  const { brandId } = integration;
  if (order.state === 'cancelled') return cancelUnknown(deps, brandId, order.orderId);
  if (order.state !== 'placed') return ignored(order.state);
  const credit = await findShopCredit(deps, brandId, order);
  if (credit !== undefined) return recordCredited(deps, integration, order, credit);
  await noteAnonymous(deps, brandId, order);
  return ignored('no_click');
}

/** Counts an order without click and code, by which the brand sees that its checkout passes none on. */
function noteAnonymous(deps: ShopWebhookDeps, brandId: string, order: ShopOrder): Promise<void> {
  const { buyerUserAgent } = order.browser;
  const browser = familyOf(buyerUserAgent === null ? null : deps.readAgent(buyerUserAgent).browser);
  const day = orderTimeOf(deps, order).toISOString().slice(0, 10);
  return deps.shopSightings.addAnonymousOrder(brandId, day, { orderId: order.orderId, browser });
}

async function recordCredited(
  deps: ShopWebhookDeps,
  { brandId, platform }: IntegrationDocument,
  order: ShopOrder,
  credit: OrderCredit,
): Promise<ShopWebhookOutcome> {
  const { isNew, original } = await recordOnce(deps)(orderOf(deps, order, platform), credit);
  await bindCustomer(deps, order, original.id);
  await applyRefunds(deps, brandId, order);
  await applyPendingEvents(deps, brandId, order);
  return { status: isNew ? 'recorded' : 'duplicate', conversionId: original.id };
}

/** Applies the events that preceded the order. Both sides store first and then read, so that none is missed. */
async function applyPendingEvents(
  deps: ShopWebhookDeps,
  brandId: string,
  { orderId }: ShopOrder,
): Promise<void> {
  const pending = await deps.pendingShopEvents.find(brandId, orderId);
  if (pending === undefined) return;
  await applyRefunds(deps, brandId, { orderId, refunds: pending.refunds });
  const order = pending.isCancelled ? await findOrder(deps, brandId, orderId) : undefined;
  if (order !== undefined) await cancel(deps, order);
}

async function cancelUnknown(
  deps: ShopWebhookDeps,
  brandId: string,
  orderId: string,
): Promise<ShopWebhookOutcome> {
  await deps.pendingShopEvents.addCancellation(brandId, orderId, deps.clock.now());
  const order = await findOrder(deps, brandId, orderId);
  return order === undefined ? ignored('order_unknown') : cancel(deps, order);
}

/** Applies a refund that precedes the shop's own report of the order, and stores it for this report. */
async function refundBeforeReport(
  deps: ShopWebhookDeps,
  brandId: string,
  { orderId, refund }: { readonly orderId: string; readonly refund: ShopRefund },
): Promise<ShopWebhookOutcome> {
  await deps.pendingShopEvents.addRefund(brandId, orderId, { refund, at: deps.clock.now() });
  const order = await findOrder(deps, brandId, orderId);
  return order === undefined ? ignored('order_unknown') : applyRefund(deps, order, refund);
}

async function applyOrder(
  deps: ShopWebhookDeps,
  integration: IntegrationDocument,
  order: ShopOrder,
): Promise<ShopWebhookOutcome> {
  const known = await findOrder(deps, integration.brandId, order.orderId);
  if (known === undefined) return recordOrder(deps, integration, order);
  if (order.state === 'cancelled') return cancel(deps, known);
  if (order.state === 'placed' && isKnownByPixelAlone(known)) {
    const credit = await findShopCredit(deps, integration.brandId, order);
    if (credit !== undefined) return recordCredited(deps, integration, order, credit);
  }
  const adjusted = await applyRefunds(deps, integration.brandId, order);
  return adjusted ?? { status: 'duplicate', conversionId: known.id };
}

/**
 * Applies a verified event of a shop, once: a new order becomes a conversion, a refund or cancellation an
 * adjustment. Orders without an affiliate are ignored.
 * @throws invalid where an amount or the currency is invalid
 */
export const applyShopWebhook =
  (deps: ShopWebhookDeps) =>
  async (integration: IntegrationDocument, event: ShopEvent): Promise<ShopWebhookOutcome> => {
    if (event.kind === 'ignored') return ignored(event.reason);
    if (event.kind === 'order') return applyOrder(deps, integration, event.order);
    const { brandId } = integration;
    const order = await findOrder(deps, brandId, event.orderId);
    if (event.kind === 'refund') {
      return order === undefined || isKnownByPixelAlone(order)
        ? refundBeforeReport(deps, brandId, event)
        : applyRefund(deps, order, event.refund);
    }
    return order === undefined ? cancelUnknown(deps, brandId, event.orderId) : cancel(deps, order);
  };
