import { type Deps } from '../deps.ts';
import { type Conversion } from '../domain/conversion.ts';
import { type Order } from '../domain/intake.ts';
import {
  storeMinor,
  type StoreMessage,
  type StoreOrder,
  type StoreRefund,
  trimmedAmount,
} from '../domain/shop-order.ts';
import { type IntegrationDocument } from '../store/models.ts';
import { adjustConversion } from './adjust-conversion.ts';
import { buyerOf } from './identify-buyer.ts';
import { type Credited, findRecentClick, getCampaign, recordOnce } from './record-conversion.ts';

/** What became of a store's message. */
export interface StoreOutcome {
  readonly status: 'recorded' | 'duplicate' | 'adjusted' | 'reversed' | 'ignored';
  readonly conversionId: string | null;
  readonly reason?: string;
}

const ignored = (reason: string): StoreOutcome => ({
  status: 'ignored',
  conversionId: null,
  reason,
});

/** The click or link that the order names, where it is of this brand. */
async function findCredited(
  deps: Deps,
  brandId: string,
  { clickId, trackingCode }: StoreOrder,
): Promise<Credited | undefined> {
  const click =
    clickId === null ? undefined : await deps.clickFinder.find(clickId, { patient: false });
  if (click?.brandId === brandId) {
    return { touch: { kind: 'click', click }, campaign: await getCampaign(deps, click.campaignId) };
  }
  const found = trackingCode === null ? undefined : await deps.directory.find(trackingCode);
  if (found?.link.brandId !== brandId) return undefined;
  const { link, campaign } = found;
  const recent = await findRecentClick(deps, link.linkId, campaign);
  if (recent !== undefined) return { touch: { kind: 'click', click: recent }, campaign };
  const { linkId, affiliateId } = link;
  return { touch: { kind: 'link', linkId, affiliateId }, campaign };
}

const orderOf = (
  deps: Deps,
  order: StoreOrder,
  platform: IntegrationDocument['platform'],
): Order => {
  const now = deps.clock.now();
  const orderedAt = order.orderedAt === null ? now : new Date(order.orderedAt);
  return {
    source: 'integration',
    orderId: order.orderId,
    transactionId: null,
    type: 'sale',
    valueMinor: storeMinor(order.totalText, order.currency),
    currency: order.currency,
    namedCommissionMinor: null,
    products: order.products,
    customerId: order.customerId,
    customerEmailHash: deps.hashEmail(order.email ?? undefined),
    refererUrl: null,
    platform,
    metadataText: null,
    convertedAt: orderedAt > now ? now : orderedAt,
    buyer: buyerOf(deps, order.browser, order.email ?? undefined),
  };
};

const fullRefund = (refundId: string) => ({
  type: 'refund' as const,
  amountText: undefined,
  currency: undefined,
  refundId,
  metadataText: null,
});

/** A refund of all that is left is the whole order's; a smaller one is a part. */
async function refund(
  deps: Deps,
  order: Conversion,
  { refundId, amountText }: StoreRefund,
): Promise<StoreOutcome> {
  const amountMinor = storeMinor(amountText, order.currency);
  const isKnown = order.adjustments.some((known) => known.refundId === refundId);
  if (isKnown || amountMinor === 0) {
    return { status: 'duplicate', conversionId: order.id };
  }
  if (order.status === 'reversed') return { status: 'reversed', conversionId: order.id };
  const isWhole = amountMinor >= order.valueMinor - order.refundedMinor;
  const partial = { type: 'partial_refund' as const, amountText: trimmedAmount(amountText) };
  const input = isWhole ? fullRefund(refundId) : { ...fullRefund(refundId), ...partial };
  await adjustConversion(deps)(order, input);
  return { status: isWhole ? 'reversed' : 'adjusted', conversionId: order.id };
}

async function cancel(deps: Deps, order: Conversion): Promise<StoreOutcome> {
  if (order.status !== 'reversed') {
    await adjustConversion(deps)(order, fullRefund(`cancelled-${order.orderId}`));
  }
  return { status: 'reversed', conversionId: order.id };
}

async function findKnown(
  deps: Deps,
  brandId: string,
  orderId: string,
): Promise<Conversion | undefined> {
  const [found] = await deps.conversions.listByOrder(orderId, { brandId });
  return found;
}

/** Each refund of an order that is known; undefined where none of them is new. */
async function applyRefunds(
  deps: Deps,
  brandId: string,
  { orderId, refunds }: Pick<StoreOrder, 'orderId' | 'refunds'>,
): Promise<StoreOutcome | undefined> {
  let outcome: StoreOutcome | undefined;
  for (const each of refunds) {
    const known = await findKnown(deps, brandId, orderId);
    if (known === undefined) return undefined;
    const adjusted = await refund(deps, known, each);
    if (adjusted.status !== 'duplicate') outcome = adjusted;
  }
  return outcome;
}

/** An order that is not known yet: a new conversion, or none of ours. */
async function recordOrder(
  deps: Deps,
  { brandId, platform }: IntegrationDocument,
  order: StoreOrder,
): Promise<StoreOutcome> {
  if (order.state === 'cancelled') return cancelUnknown(deps, brandId, order.orderId);
  if (order.state !== 'placed') return ignored(order.state);
  const credited = await findCredited(deps, brandId, order);
  if (credited === undefined) return ignored('no_click');
  const { isNew, original } = await recordOnce(deps)(orderOf(deps, order, platform), credited);
  await applyRefunds(deps, brandId, order);
  await applyEarlyWords(deps, brandId, order);
  return { status: isNew ? 'recorded' : 'duplicate', conversionId: original.id };
}

/** What the store had said before: each is looked for after the other is stored, so that none is missed. */
async function applyEarlyWords(
  deps: Deps,
  brandId: string,
  { orderId }: StoreOrder,
): Promise<void> {
  const early = await deps.earlyStoreWords.find(brandId, orderId);
  if (early === undefined) return;
  await applyRefunds(deps, brandId, { orderId, refunds: early.refunds });
  const known = early.isCancelled ? await findKnown(deps, brandId, orderId) : undefined;
  if (known !== undefined) await cancel(deps, known);
}

async function cancelUnknown(deps: Deps, brandId: string, orderId: string): Promise<StoreOutcome> {
  await deps.earlyStoreWords.noteCancellation(brandId, orderId, deps.clock.now());
  const known = await findKnown(deps, brandId, orderId);
  return known === undefined ? ignored('order_unknown') : cancel(deps, known);
}

async function refundUnknown(
  deps: Deps,
  brandId: string,
  { orderId, refund: given }: { readonly orderId: string; readonly refund: StoreRefund },
): Promise<StoreOutcome> {
  const noted = { refund: given, at: deps.clock.now() };
  await deps.earlyStoreWords.noteRefund(brandId, orderId, noted);
  const known = await findKnown(deps, brandId, orderId);
  return known === undefined ? ignored('order_unknown') : refund(deps, known, given);
}

async function takeOrder(
  deps: Deps,
  store: IntegrationDocument,
  order: StoreOrder,
): Promise<StoreOutcome> {
  const known = await findKnown(deps, store.brandId, order.orderId);
  if (known === undefined) return recordOrder(deps, store, order);
  if (order.state === 'cancelled') return cancel(deps, known);
  const adjusted = await applyRefunds(deps, store.brandId, order);
  return adjusted ?? { status: 'duplicate', conversionId: known.id };
}

/**
 * Takes a message of a store whose signature fits, once: a new order becomes a conversion, a refund or
 * cancellation an adjustment; orders that no affiliate brought are none of ours.
 * @throws invalid where amounts or the currency make no sense
 */
export const takeStoreMessage =
  (deps: Deps) =>
  async (store: IntegrationDocument, message: StoreMessage): Promise<StoreOutcome> => {
    if (message.kind === 'nothing') return ignored(message.reason);
    if (message.kind === 'order') return takeOrder(deps, store, message.order);
    const { brandId } = store;
    const known = await findKnown(deps, brandId, message.orderId);
    if (message.kind === 'refund') {
      return known === undefined
        ? refundUnknown(deps, brandId, message)
        : refund(deps, known, message.refund);
    }
    return known === undefined
      ? cancelUnknown(deps, brandId, message.orderId)
      : cancel(deps, known);
  };
