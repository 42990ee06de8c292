import { z } from 'zod';
import { browserOf } from './buyer.ts';
import {
  productsOfLines,
  shopAmount,
  shopCoupons,
  shopRecordId,
  type ShopEvent,
  type ShopOrder,
  touchOfFields,
} from './shop-order.ts';

/** The relevant fields of an order; see WooCommerce's REST API, Orders. */
const order = z.object({
  id: shopRecordId,
  status: z.string(),
  currency: z.string(),
  total: shopAmount,
  customer_id: shopRecordId.nullish(),
  customer_ip_address: z.string().nullish(),
  customer_user_agent: z.string().nullish(),
  billing: z.object({ email: z.string().nullish() }).nullish(),
  coupon_lines: shopCoupons,
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  line_items: z
    .array(
      z.object({
        sku: z.string().nullish(),
        name: z.string(),
        quantity: z.int().min(0),
        price: shopAmount,
      }),
    )
    .default([]),
  date_created_gmt: z.iso.datetime({ local: true }).nullish(),
  refunds: z.array(z.object({ id: shopRecordId, total: shopAmount })).default([]),
});

const STATES: Readonly<Record<string, ShopOrder['state']>> = {
  processing: 'placed',
  completed: 'placed',
  'on-hold': 'placed',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  trash: 'cancelled',
};

/** A guest's customer id. */
const GUEST = '0';

function orderOf(payload: z.output<typeof order>): ShopOrder {
  const email = payload.billing?.email ?? '';
  const lines = payload.line_items.map(({ sku, name, quantity, price }) => ({
    sku: sku ?? null,
    name,
    quantity,
    price: Number(price),
  }));
  return {
    orderId: payload.id,
    totalText: payload.total,
    currency: payload.currency,
    ...touchOfFields(payload.meta_data.map(({ key, value }) => ({ name: key, value }))),
    couponCodes: payload.coupon_lines,
    email: email === '' ? null : email,
    browser: browserOf({
      customer_ip: payload.customer_ip_address,
      customer_user_agent: payload.customer_user_agent,
    }),
    customerId: payload.customer_id === GUEST ? null : (payload.customer_id ?? null),
    products: productsOfLines(lines, payload.currency),
    orderedAt: payload.date_created_gmt == null ? null : `${payload.date_created_gmt}Z`,
    state: STATES[payload.status] ?? 'waiting',
    refunds: payload.refunds.map(({ id, total }) => ({
      refundId: `woocommerce-refund-${id}`,
      // Refunds have negative totals.
      amountText: total.replace(/^-/, ''),
    })),
  };
}

/** Reads an order of a webhook or of the order list. Throws a ZodError for other data. */
export const readWooCommerceOrder = (payload: unknown): ShopEvent => ({
  kind: 'order',
  order: orderOf(order.parse(payload)),
});

/** Reads a webhook's payload by its `X-WC-Webhook-Topic`. Throws a ZodError where the payload does not match. */
export function readWooCommerceEvent(topic: string, payload: unknown): ShopEvent {
  switch (topic) {
    case 'order.created':
    case 'order.updated':
    case 'order.restored':
      return readWooCommerceOrder(payload);
    case 'order.deleted':
      return { kind: 'cancellation', orderId: z.object({ id: shopRecordId }).parse(payload).id };
    default:
      return { kind: 'ignored', reason: 'other_topic' };
  }
}
