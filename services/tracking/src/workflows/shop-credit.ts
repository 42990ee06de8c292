import { type Deps } from '../deps.ts';
import { isDenied } from '../domain/consent.ts';
import { acceptsOrders } from '../domain/intake.ts';
import { type ShopOrder } from '../domain/shop-order.ts';
import { couponCodesOf } from './order-fields.ts';
import {
  getCampaign,
  type OrderCredit,
  type RecordDeps,
  touchOfClick,
  touchOfLink,
} from './record-conversion.ts';

export type ShopCreditDeps = RecordDeps &
  Pick<Deps, 'clickFinder' | 'conversions' | 'customerBindings' | 'hashVisitor'>;

/** The credit by the order's click or link, where it belongs to this brand, else by its coupon codes. */
export async function findShopCredit(
  deps: ShopCreditDeps,
  brandId: string,
  order: ShopOrder,
): Promise<OrderCredit | undefined> {
  const { clickId, trackingCode } = order;
  const click =
    clickId === null
      ? undefined
      : await deps.clickFinder.find(clickId, { waitForReplication: false });
  if (click?.brandId === brandId) {
    return { ...(await touchOfClick(deps, click)), brandId, isProven: true };
  }
  const found = trackingCode === null ? undefined : await deps.directory.find(trackingCode);
  if (found?.link.brandId !== brandId)
    return (await findBoundCredit(deps, brandId, order)) ?? findCodeCredit(deps, brandId, order);
  const { link, campaign } = found;
  return { touch: await touchOfLink(deps, link, campaign), campaign, brandId, isProven: true };
}

/** The credit of the affiliate who brought the customer's first payment; for payments of which no page knows. */
async function findBoundCredit(
  deps: ShopCreditDeps,
  brandId: string,
  { type, customerId }: ShopOrder,
): Promise<OrderCredit | undefined> {
  if (type !== 'subscription' || customerId === null) return undefined;
  const bound = await deps.customerBindings.find(bindingKeyOf(deps, brandId, customerId));
  if (bound === undefined) return undefined;
  const { affiliateId, campaignId } = bound;
  const campaign = await getCampaign(deps, campaignId);
  return { touch: { kind: 'affiliate', affiliateId }, campaign, brandId, isProven: true };
}

/** The key of a brand's customer, by which nobody is recognised. */
const bindingKeyOf = (
  { hashVisitor }: Pick<Deps, 'hashVisitor'>,
  brandId: string,
  customerId: string,
): string => hashVisitor(`${brandId} ${customerId}`);

/** Binds the customer of a subscription to the affiliate of the first payment, for its renewals. */
export async function bindCustomer(
  deps: ShopCreditDeps,
  { type, customerId }: ShopOrder,
  conversionId: string,
): Promise<void> {
  if (type !== 'subscription' || customerId === null) return;
  const recorded = await deps.conversions.find(conversionId);
  if (recorded === undefined || isDenied(recorded.consent)) return;
  const { brandId, affiliateId, campaignId } = recorded;
  if (affiliateId === null) return;
  const key = bindingKeyOf(deps, brandId, customerId);
  await deps.customerBindings.add(key, { brandId, affiliateId, campaignId }, deps.clock.now());
}

/** The credit by the order's coupon codes, where one of them is an affiliate's; most codes of a shop are not. */
async function findCodeCredit(
  deps: ShopCreditDeps,
  brandId: string,
  order: ShopOrder,
): Promise<OrderCredit | undefined> {
  const codes = couponCodesOf(order.couponCodes);
  if (codes.length === 0) return undefined;
  const convertedAt = orderTimeOf(deps, order);
  const query = { brandId, codes, convertedAt, isRequired: true };
  const { known } = await deps.couponDirectory.findNamed(query);
  if (known === undefined || !acceptsOrders(known.campaign)) return undefined;
  return { touch: undefined, campaign: undefined, brandId, isProven: true };
}

/** No order was placed in the future. */
export function orderTimeOf({ clock }: Pick<Deps, 'clock'>, { orderedAt }: ShopOrder): Date {
  const now = clock.now();
  const ordered = orderedAt === null ? now : new Date(orderedAt);
  return ordered > now ? now : ordered;
}
