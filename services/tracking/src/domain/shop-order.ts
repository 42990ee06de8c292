import { isCurrency, parseAmount } from '@tributary/money';
import { invalid } from '@tributary/errors';
import { z } from 'zod';
import { type Browser } from './buyer.ts';
import { type Conversion } from './conversion.ts';

/** Money that a store gave back on an order. */
export interface StoreRefund {
  readonly refundId: string;
  readonly amountText: string;
}

/** An order as a store tells it, whatever the platform. */
export interface StoreOrder {
  readonly orderId: string;
  readonly totalText: string;
  readonly currency: string;
  readonly clickId: string | null;
  readonly trackingCode: string | null;
  readonly email: string | null;
  readonly customerId: string | null;
  readonly browser: Browser;
  readonly products: Conversion['products'];
  readonly orderedAt: string | null;
  /** `waiting`: not paid for yet, or not going to be. */
  readonly state: 'placed' | 'waiting' | 'cancelled';
  readonly refunds: readonly StoreRefund[];
}

/** What a message of a store says. */
export type StoreMessage =
  | { readonly kind: 'order'; readonly order: StoreOrder }
  | { readonly kind: 'refund'; readonly orderId: string; readonly refund: StoreRefund }
  | { readonly kind: 'cancellation'; readonly orderId: string }
  | { readonly kind: 'nothing'; readonly reason: 'test_order' | 'other_topic' | 'no_money' };

/** Platforms number their records; some of them as text. */
export const storeId = z.union([z.int().min(0), z.string().min(1).max(200)]).transform(String);
/** With the third parameter that the runtime gives its reviver and TypeScript does not know of yet. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Stores' ids may be longer than numbers are exact; those are read as text. @throws SyntaxError */
export const parseStoreJson = (text: string): unknown =>
  parseWithSource(text, (_name, value, { source }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? source
      : value,
  );

/** Decimals as text or number. */
export const storeAmount = z.union([z.string(), z.number()]).transform(String);

/**
 * A store's amount as the order's currency writes it: stores give each currency the decimals that
 * they are set up with (`1000.00` yen).
 */
export const trimmedAmount = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

/** @throws invalid currency_unknown, amount_malformed */
export function storeMinor(text: string, currency: string): number {
  if (!isCurrency(currency)) {
    throw invalid('currency_unknown', { message: 'The order’s currency is not known' });
  }
  return parseAmount(trimmedAmount(text), currency);
}

interface Line {
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: number;
  /** Of one piece; stores compute it, with as many decimals as come of that. */
  readonly price: number;
}

const MAX_PRODUCTS = 100;
const MINOR_OF = (currency: string): number =>
  isCurrency(currency) ? parseAmount('1', currency) : 0;

/** The lines of an order as products, as far as we keep them. */
export const productsOfLines = (lines: readonly Line[], currency: string): Conversion['products'] =>
  lines.slice(0, MAX_PRODUCTS).map(({ sku, name, quantity, price }) => ({
    sku: plain(sku === null || sku === '' ? name : sku, 200),
    name: plain(name, 500),
    quantity,
    priceMinor: Math.max(0, Math.round(price * MINOR_OF(currency))),
    category: null,
  }));

// eslint-disable-next-line no-control-regex -- those are what goes
const CONTROL = /[\u0000-\u001f\u007f]/g;

const plain = (text: string, maxLength: number): string =>
  text.toWellFormed().replace(CONTROL, ' ').slice(0, maxLength);

const UUID = z.uuid();
const TRACKING_CODE = /^[\w-]{1,64}$/;

/**
 * The click or code that the shop's pages left with the order, in a note attribute or meta field
 * (WooCommerce hides those that begin with an underscore).
 */
export function touchOfFields(
  fields: readonly { readonly name: string; readonly value: unknown }[],
): Pick<StoreOrder, 'clickId' | 'trackingCode'> {
  const valueOf = (wanted: string): string | undefined => {
    const found = fields.find(({ name }) => name === wanted || name === `_${wanted}`);
    return typeof found?.value === 'string' ? found.value.trim() : undefined;
  };
  const clickId = valueOf('click_id');
  const code = valueOf('tracking_code');
  return {
    clickId: clickId !== undefined && UUID.safeParse(clickId).success ? clickId : null,
    trackingCode: code !== undefined && TRACKING_CODE.test(code) ? code : null,
  };
}
