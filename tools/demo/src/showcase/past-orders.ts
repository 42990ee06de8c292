import { forEachParallel } from '../api.ts';
import { trackOnce } from '../story.ts';
import { type PastClick } from './past-clicks.ts';
import { type ShowcaseRun, type ShownBrand, type ShownMember } from './members.ts';

/** An order of the past that is to be posted. */
interface PastOrder {
  readonly clickId: string;
  readonly visitor: number;
  readonly affiliateId: string;
  readonly at: Date;
  readonly valueMinor: number;
}

/** An order of the past with its conversion. */
export interface ShownOrder extends PastOrder {
  readonly orderId: string;
  readonly conversionId: string;
}

const PARALLEL = 16;

export const orderOf = (
  { id, visit }: PastClick,
  { account }: Pick<ShownMember, 'account'>,
): PastOrder | undefined =>
  visit.order && { ...visit.order, clickId: id, visitor: visit.visitor, affiliateId: account.id };

/** Posts a brand's orders in the order of their times. */
export async function postPastOrders(
  { progress }: ShowcaseRun,
  { cast, shop }: ShownBrand,
  orders: readonly PastOrder[],
): Promise<readonly ShownOrder[]> {
  const byTime = orders.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const posted: ShownOrder[] = [];
  progress.begin(`orders of ${cast.name}`, orders.length);
  await forEachParallel(byTime, PARALLEL, async (order, index) => {
    const orderId = `${cast.key}-${String(10_001 + index)}`;
    const { id } = await trackOnce(shop.conversions, {
      click_id: order.clickId,
      transaction_id: orderId,
      order_id: orderId,
      order_value: (order.valueMinor / 100).toFixed(2),
      currency: 'USD',
      customer_id: `customer-${String(order.visitor)}`,
      conversion_timestamp: order.at.toISOString(),
    });
    posted[index] = { ...order, orderId, conversionId: id };
    progress.step();
  });
  return posted;
}
