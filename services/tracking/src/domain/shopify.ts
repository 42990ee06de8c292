import { z } from 'zod';
import { browserOf } from './buyer.ts';
import {
  productsOfLines,
  shopAmount,
  shopCoupons,
  shopRecordId,
  type ShopEvent,
  type ShopOrder,
  type ShopRefund,
  touchOfFields,
} from './shop-order.ts';

const transaction = z.object({
  kind: z.string(),
  status: z.string(),
  amount: shopAmount,
});
const refund = z.object({
  id: shopRecordId,
  order_id: shopRecordId,
  transactions: z.array(transaction).default([]),
});

/** The relevant fields of an order; see Shopify's Order resource. */
const order = z.object({
  id: shopRecordId,
  currency: z.string(),
  total_price: shopAmount,
  test: z.boolean().nullish(),
  email: z.string().nullish(),
  browser_ip: z.string().nullish(),
  client_details: z.object({ user_agent: z.string().nullish() }).nullish(),
  customer: z.object({ id: shopRecordId }).nullish(),
  discount_codes: shopCoupons,
  note_attributes: z.array(z.object({ name: z.string(), value: z.unknown() })).default([]),
  line_items: z
    .array(
      z.object({
        sku: z.string().nullish(),
        name: z.string().nullish(),
        title: z.string().nullish(),
        quantity: z.int().min(0),
        price: shopAmount,
      }),
    )
    .default([]),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  cancelled_at: z.string().nullish(),
  refunds: z.array(refund).default([]),
});

/** The refunded money; undefined for a refund that only restocks goods. */
function refundOf({ id, transactions }: z.output<typeof refund>): ShopRefund | undefined {
  const paid = transactions.filter(({ kind, status }) => kind === 'refund' && status === 'success');
  const [first, ...others] = paid.map(({ amount }) => amount);
  if (first === undefined) return undefined;
  const sum = others.reduce(addDecimals, first);
  return { refundId: `shopify-refund-${id}`, amountText: sum };
}

/** Adds amounts exactly: all amounts of a refund have the same few decimals. */
function addDecimals(a: string, b: string): string {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const scale = 10 ** decimals;
  return (Math.round(Number(a) * scale + Number(b) * scale) / scale).toFixed(decimals);
}

function orderOf(payload: z.output<typeof order>): ShopOrder {
  const lines = payload.line_items.map(({ sku, name, title, quantity, price }) => ({
    sku: sku ?? null,
    name: name ?? title ?? 'unnamed',
    quantity,
    price: Number(price),
  }));
  const isCancelled = payload.cancelled_at !== null && payload.cancelled_at !== undefined;
  return {
    orderId: payload.id,
    totalText: payload.total_price,
    currency: payload.currency,
    ...touchOfFields(payload.note_attributes),
    couponCodes: payload.discount_codes,
    email: payload.email ?? null,
    customerId: payload.customer?.id ?? null,
    browser: browserOf({
      customer_ip: payload.browser_ip,
      customer_user_agent: payload.client_details?.user_agent,
    }),
    products: productsOfLines(lines, payload.currency),
    orderedAt: payload.created_at ?? null,
    state: isCancelled ? 'cancelled' : 'placed',
    refunds: payload.refunds.flatMap((each) => refundOf(each) ?? []),
  };
}

/** Reads an order of a webhook or of the order list. Throws a ZodError for other data. */
export function readShopifyOrder(payload: unknown): ShopEvent {
  const parsed = order.parse(payload);
  if (parsed.test === true) return { kind: 'ignored', reason: 'test_order' };
  return { kind: 'order', order: orderOf(parsed) };
}

/** Reads a webhook's payload by its `X-Shopify-Topic`. Throws a ZodError where the payload does not match. */
export function readShopifyEvent(topic: string, payload: unknown): ShopEvent {
  switch (topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
      return readShopifyOrder(payload);
    case 'orders/cancelled':
      return { kind: 'cancellation', orderId: z.object({ id: shopRecordId }).parse(payload).id };
    case 'refunds/create': {
      const parsed = refund.parse(payload);
      const money = refundOf(parsed);
      return money === undefined
        ? { kind: 'ignored', reason: 'no_money' }
        : { kind: 'refund', orderId: parsed.order_id, refund: money };
    }
    default:
      return { kind: 'ignored', reason: 'other_topic' };
  }
}
