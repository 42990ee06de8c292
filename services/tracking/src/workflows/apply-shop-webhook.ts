import { type Deps } from '../deps.ts';
import { type Order } from '../domain/intake.ts';
import { consentOfCall } from './call-consent.ts';
import { familyOf } from '../domain/tracking-health.ts';
import { isKnownByPixelAlone } from '../domain/replacement.ts';
import {
  shopAmountMinor,
  type ShopEvent,
  type ShopOrder,
  type ShopRefund,
} from '../domain/shop-order.ts';
import { type IntegrationDocument } from '../store/collections.ts';
import { couponCodesOf } from './order-fields.ts';
import { type BuyerDeps, identifyBuyer } from './identify-buyer.ts';
import { recordOnce, type RecordDeps, type OrderCredit } from './record-conversion.ts';
import {
  applyRefund,
  applyRefunds,
  cancel,
  findOrder,
  type ShopChangeDeps,
  type ShopWebhookOutcome,
} from './change-shop-order.ts';
import { bindCustomer, findShopCredit, orderTimeOf, type ShopCreditDeps } from './shop-credit.ts';

export type ShopWebhookDeps = ShopChangeDeps &
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

/**
 * Applies the events that preceded the order, under its id or that of its payment, by which the order is found from then
 * on. Both sides store first and then read, so that none is missed.
 */
async function applyPendingEvents(
  deps: ShopWebhookDeps,
  brandId: string,
  { orderId, transactionId }: Pick<ShopOrder, 'orderId' | 'transactionId'>,
): Promise<ShopWebhookOutcome | undefined> {
  const { pendingShopEvents } = deps;
  const pending = await pendingShopEvents.find(brandId, orderId);
  const payment = transactionId ?? pending?.transactionId;
  if (payment !== undefined) await deps.conversions.nameTransaction(brandId, orderId, payment);
  const ofPayment =
    payment === undefined ? undefined : await pendingShopEvents.find(brandId, payment);
  const refunds = [pending, ofPayment].flatMap((one) => one?.refunds ?? []);
  const refunded = await applyRefunds(deps, brandId, { orderId, refunds });
  const order = pending?.isCancelled === true && (await findOrder(deps, brandId, orderId));
  return order ? cancel(deps, order) : refunded;
}

/** Lets refunds and disputes find an order by its payment, and applies those that came before. */
async function applyPayment(
  deps: ShopWebhookDeps,
  brandId: string,
  { orderId, transactionId }: { readonly orderId: string; readonly transactionId: string },
): Promise<ShopWebhookOutcome> {
  const at = deps.clock.now();
  await deps.pendingShopEvents.addTransaction(brandId, orderId, { transactionId, at });
  const order = await findOrder(deps, brandId, orderId);
  if (order === undefined) return ignored('order_unknown');
  const applied = await applyPendingEvents(deps, brandId, { orderId });
  return applied ?? { status: 'duplicate', conversionId: order.id };
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
  const named =
    order.transactionId !== undefined && known.transactionId === null
      ? await applyPendingEvents(deps, integration.brandId, order)
      : undefined;
  const adjusted = await applyRefunds(deps, integration.brandId, order);
  return adjusted ?? named ?? { status: 'duplicate', conversionId: known.id };
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
    if (event.kind === 'payment') return applyPayment(deps, brandId, event);
    const order = await findOrder(deps, brandId, event.orderId);
    if (event.kind === 'refund') {
      return order === undefined || isKnownByPixelAlone(order)
        ? refundBeforeReport(deps, brandId, event)
        : applyRefund(deps, order, event.refund);
    }
    return order === undefined ? cancelUnknown(deps, brandId, event.orderId) : cancel(deps, order);
  };
