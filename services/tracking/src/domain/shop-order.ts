import { isCurrency, parseAmount } from '@tributary/money';
import { invalid } from '@tributary/errors';
import { z } from 'zod';
import { type Browser } from './buyer.ts';
import { type Conversion } from './conversion.ts';

/** A refund of an order by its shop. */
export interface ShopRefund {
  readonly refundId: string;
  readonly amountText: string;
}

/** An order of a shop, whatever the platform. */
export interface ShopOrder {
  readonly orderId: string;
  /** By which later events name the order as well; absent where they name its id. */
  readonly transactionId?: string;
  /** Default `sale`. */
  readonly type?: 'sale' | 'subscription';
  readonly totalText: string;
  readonly currency: string;
  readonly clickId: string | null;
  readonly trackingCode: string | null;
  /** The coupon codes that the customer entered. */
  readonly couponCodes: readonly string[];
  /** What the order states about the customer's consent; null for nothing. */
  readonly consent: string | null;
  readonly email: string | null;
  readonly customerId: string | null;
  readonly browser: Browser;
  readonly products: Conversion['products'];
  readonly orderedAt: string | null;
  /** `waiting`: not paid, or the payment failed. */
  readonly state: 'placed' | 'waiting' | 'cancelled';
  readonly refunds: readonly ShopRefund[];
}

/** The content of a shop's webhook. */
export type ShopEvent =
  | { readonly kind: 'order'; readonly order: ShopOrder }
  | { readonly kind: 'refund'; readonly orderId: string; readonly refund: ShopRefund }
  | { readonly kind: 'cancellation'; readonly orderId: string }
  /** By which name refunds and disputes refer to the order. */
  | { readonly kind: 'payment'; readonly orderId: string; readonly transactionId: string }
  | { readonly kind: 'ignored'; readonly reason: 'test_order' | 'other_topic' | 'no_money' };

/** Platforms number their records; some write the number as text. */
export const shopRecordId = z.union([z.int().min(0), z.string().min(1).max(200)]).transform(String);

/** JSON.parse with the reviver's third parameter, which TypeScript's library does not declare yet. */
const parseWithSource = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** Parses a shop's JSON. Integers beyond the exact range of numbers become text. @throws SyntaxError */
export const parseShopJson = (text: string): unknown =>
  parseWithSource(text, (_name, value, { source }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? source
      : value,
  );

/** A decimal as text or number. */
export const shopAmount = z.union([z.string(), z.number()]).transform(String);

/** A shop's amount without trailing zeros: shops write any number of decimals (`1000.00` yen). */
export const trimmedAmount = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

/** A shop's amount in minor units. @throws invalid currency_unknown, amount_malformed */
export function shopAmountMinor(text: string, currency: string): number {
  if (!isCurrency(currency)) {
    throw invalid('currency_unknown', { message: 'The order’s currency is not known' });
  }
  return parseAmount(trimmedAmount(text), currency);
}

interface Line {
  readonly sku: string | null;
  readonly name: string;
  readonly quantity: number;
  /** Price of one piece; shops compute it, with any number of decimals. */
  readonly price: number;
}

const MAX_PRODUCTS = 100;
const minorUnitsOf = (currency: string): number =>
  isCurrency(currency) ? parseAmount('1', currency) : 0;

/** The lines of an order as products, up to the maximum. */
export const productsOfLines = (lines: readonly Line[], currency: string): Conversion['products'] =>
  lines.slice(0, MAX_PRODUCTS).map(({ sku, name, quantity, price }) => ({
    sku: plain(sku === null || sku === '' ? name : sku, 200),
    name: plain(name, 500),
    quantity,
    priceMinor: Math.max(0, Math.round(price * minorUnitsOf(currency))),
    category: null,
  }));

// eslint-disable-next-line no-control-regex -- these characters are removed
const CONTROL = /[\u0000-\u001f\u007f]/g;

const plain = (text: string, maxLength: number): string =>
  text.toWellFormed().replace(CONTROL, ' ').slice(0, maxLength);

const UUID = z.uuid();
const TRACKING_CODE = /^[\w-]{1,64}$/;

/**
 * The click or tracking code, and the consent, in an order's note attributes or meta fields (WooCommerce hides fields that
 * begin with an underscore).
 */
export function touchOfFields(
  fields: readonly { readonly name: string; readonly value: unknown }[],
): Pick<ShopOrder, 'clickId' | 'trackingCode' | 'consent'> {
  const valueOf = (wanted: string): string | undefined => {
    const found = fields.find(({ name }) => name === wanted || name === `_${wanted}`);
    return typeof found?.value === 'string' ? found.value.trim() : undefined;
  };
  const clickId = valueOf('click_id');
  const code = valueOf('tracking_code');
  return {
    clickId: clickId !== undefined && UUID.safeParse(clickId).success ? clickId : null,
    trackingCode: code !== undefined && TRACKING_CODE.test(code) ? code : null,
    consent: valueOf('consent') ?? null,
  };
}

/** The coupon codes of an order in the shop's words; a platform may list discounts without a code. */
export const shopCoupons = z
  .array(z.object({ code: z.string().nullish() }))
  .nullish()
  .transform((lines) =>
    (lines ?? []).flatMap(({ code }) => code ?? []).map((code) => plain(code, 255)),
  );
