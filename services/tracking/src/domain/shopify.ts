import { z } from 'zod';
import { browserOf } from './buyer.ts';
import {
  productsOfLines,
  storeAmount,
  storeId,
  type StoreMessage,
  type StoreOrder,
  type StoreRefund,
  touchOfFields,
} from './shop-order.ts';

const transaction = z.object({
  kind: z.string(),
  status: z.string(),
  amount: storeAmount,
});
const refund = z.object({
  id: storeId,
  order_id: storeId,
  transactions: z.array(transaction).default([]),
});

/** The fields of an order that count here; see Shopify's Order resource. */
const order = z.object({
  id: storeId,
  currency: z.string(),
  total_price: storeAmount,
  test: z.boolean().nullish(),
  email: z.string().nullish(),
  browser_ip: z.string().nullish(),
  client_details: z.object({ user_agent: z.string().nullish() }).nullish(),
  customer: z.object({ id: storeId }).nullish(),
  note_attributes: z.array(z.object({ name: z.string(), value: z.unknown() })).default([]),
  line_items: z
    .array(
      z.object({
        sku: z.string().nullish(),
        name: z.string().nullish(),
        title: z.string().nullish(),
        quantity: z.int().min(0),
        price: storeAmount,
      }),
    )
    .default([]),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  cancelled_at: z.string().nullish(),
  refunds: z.array(refund).default([]),
});

/** What went back in money; a refund may also only take goods back into stock. */
function refundOf({ id, transactions }: z.output<typeof refund>): StoreRefund | undefined {
  const paid = transactions.filter(({ kind, status }) => kind === 'refund' && status === 'success');
  const [first, ...others] = paid.map(({ amount }) => amount);
  if (first === undefined) return undefined;
  const sum = others.reduce(addDecimals, first);
  return { refundId: `shopify-refund-${id}`, amountText: sum };
}

/** Exact, as all amounts of a refund have the same few decimals. */
function addDecimals(a: string, b: string): string {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const scale = 10 ** decimals;
  return (Math.round(Number(a) * scale + Number(b) * scale) / scale).toFixed(decimals);
}

function orderOf(told: z.output<typeof order>): StoreOrder {
  const lines = told.line_items.map(({ sku, name, title, quantity, price }) => ({
    sku: sku ?? null,
    name: name ?? title ?? 'unnamed',
    quantity,
    price: Number(price),
  }));
  const isCancelled = told.cancelled_at !== null && told.cancelled_at !== undefined;
  return {
    orderId: told.id,
    totalText: told.total_price,
    currency: told.currency,
    ...touchOfFields(told.note_attributes),
    email: told.email ?? null,
    customerId: told.customer?.id ?? null,
    browser: browserOf({
      customer_ip: told.browser_ip,
      customer_user_agent: told.client_details?.user_agent,
    }),
    products: productsOfLines(lines, told.currency),
    orderedAt: told.created_at ?? null,
    state: isCancelled ? 'cancelled' : 'placed',
    refunds: told.refunds.flatMap((each) => refundOf(each) ?? []),
  };
}

/** An order of the webhooks or of the list of orders. Throws (ZodError) where it is none. */
export function readShopifyOrder(payload: unknown): StoreMessage {
  const told = order.parse(payload);
  if (told.test === true) return { kind: 'nothing', reason: 'test_order' };
  return { kind: 'order', order: orderOf(told) };
}

/** A webhook's payload by its `X-Shopify-Topic`. Throws (ZodError) where it does not fit. */
export function readShopifyMessage(topic: string, payload: unknown): StoreMessage {
  switch (topic) {
    case 'orders/create':
    case 'orders/paid':
    case 'orders/updated':
      return readShopifyOrder(payload);
    case 'orders/cancelled':
      return { kind: 'cancellation', orderId: z.object({ id: storeId }).parse(payload).id };
    case 'refunds/create': {
      const told = refund.parse(payload);
      const given = refundOf(told);
      return given === undefined
        ? { kind: 'nothing', reason: 'no_money' }
        : { kind: 'refund', orderId: told.order_id, refund: given };
    }
    default:
      return { kind: 'nothing', reason: 'other_topic' };
  }
}
