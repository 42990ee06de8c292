import { z } from 'zod';
import { browserOf } from './buyer.ts';
import {
  productsOfLines,
  storeAmount,
  storeId,
  type StoreMessage,
  type StoreOrder,
  touchOfFields,
} from './shop-order.ts';

/** The fields of an order that count here; see WooCommerce's REST API, Orders. */
const order = z.object({
  id: storeId,
  status: z.string(),
  currency: z.string(),
  total: storeAmount,
  customer_id: storeId.nullish(),
  customer_ip_address: z.string().nullish(),
  customer_user_agent: z.string().nullish(),
  billing: z.object({ email: z.string().nullish() }).nullish(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  line_items: z
    .array(
      z.object({
        sku: z.string().nullish(),
        name: z.string(),
        quantity: z.int().min(0),
        price: storeAmount,
      }),
    )
    .default([]),
  date_created_gmt: z.iso.datetime({ local: true }).nullish(),
  refunds: z.array(z.object({ id: storeId, total: storeAmount })).default([]),
});

const STATES: Readonly<Record<string, StoreOrder['state']>> = {
  processing: 'placed',
  completed: 'placed',
  'on-hold': 'placed',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  trash: 'cancelled',
};

/** A guest's customer id. */
const NOBODY = '0';

function orderOf(told: z.output<typeof order>): StoreOrder {
  const email = told.billing?.email ?? '';
  const lines = told.line_items.map(({ sku, name, quantity, price }) => ({
    sku: sku ?? null,
    name,
    quantity,
    price: Number(price),
  }));
  return {
    orderId: told.id,
    totalText: told.total,
    currency: told.currency,
    ...touchOfFields(told.meta_data.map(({ key, value }) => ({ name: key, value }))),
    email: email === '' ? null : email,
    browser: browserOf({
      customer_ip: told.customer_ip_address,
      customer_user_agent: told.customer_user_agent,
    }),
    customerId: told.customer_id === NOBODY ? null : (told.customer_id ?? null),
    products: productsOfLines(lines, told.currency),
    orderedAt: told.date_created_gmt == null ? null : `${told.date_created_gmt}Z`,
    state: STATES[told.status] ?? 'waiting',
    refunds: told.refunds.map(({ id, total }) => ({
      refundId: `woocommerce-refund-${id}`,
      // Refunds are told as negative totals.
      amountText: total.replace(/^-/, ''),
    })),
  };
}

/** An order of the webhooks or of the list of orders. Throws (ZodError) where it is none. */
export const readWooOrder = (payload: unknown): StoreMessage => ({
  kind: 'order',
  order: orderOf(order.parse(payload)),
});

/** A webhook's payload by its `X-WC-Webhook-Topic`. Throws (ZodError) where it does not fit. */
export function readWooMessage(topic: string, payload: unknown): StoreMessage {
  switch (topic) {
    case 'order.created':
    case 'order.updated':
    case 'order.restored':
      return readWooOrder(payload);
    case 'order.deleted':
      return { kind: 'cancellation', orderId: z.object({ id: storeId }).parse(payload).id };
    default:
      return { kind: 'nothing', reason: 'other_topic' };
  }
}
