import { conversionTypes, couponKey } from '@tributary/contracts';
import { type FieldIssue, invalidFields, isAppError } from '@tributary/errors';
import { isCurrency, listCurrencies, parseAmount } from '@tributary/money';
import { DAY_MS } from '@tributary/units';
import { z } from 'zod';
import { CLOCK_TOLERANCE_MS, type Order } from '../domain/intake.ts';
import { type Literals } from '../domain/json-literals.ts';
import { jsonObject, plainText } from '../domain/plain-text.ts';

const MAX_PRODUCTS = 100;
const MAX_AGE_MS = 365 * DAY_MS;

/** The documented form; the parser accepts further forms, such as `1e2`. */
const AMOUNT = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,3})?$';

/** A decimal as a number or a string; its characters count. */
export const decimal = z
  .union([z.number().meta({ minimum: 0 }), z.string().min(1).max(40).meta({ pattern: AMOUNT })])
  .describe('A decimal with at most as many decimals as its currency has');

const currencyText = z.string().refine(isCurrency, 'Must be an ISO 4217 currency').meta({
  id: 'OrderCurrency',
  description: 'ISO 4217 code of a currency that orders may have',
  enum: listCurrencies(),
});
export const currencyCode = currencyText.default('USD');
/** For calls that default to the record's own currency. */
export const optionalCurrency = currencyText.optional();

const product = z
  .object({
    sku: plainText(200),
    name: plainText(500),
    quantity: z.int().min(1).max(1_000_000),
    price: decimal,
    category: plainText(200).optional(),
  })
  .meta({ id: 'OrderedProduct', description: 'A product of an order' });

/** The most codes of one order that count. */
const MAX_CODES = 10;
/** Shops send an empty text for an order without a code. */
const codeText = z.union([z.literal(''), plainText(1_000)]);

/** How an order names the coupon codes that the customer entered. */
export const couponFields = {
  coupon_code: codeText
    .optional()
    .describe(
      'The coupon code that the customer entered, in any case; several are separated by commas. Empty for none',
    )
    .meta({ examples: ['ANNA10'] }),
  coupon_codes: z
    .union([codeText, z.array(plainText(255)).max(MAX_CODES)])
    .optional()
    .describe('All coupon codes of the order, as a list or separated by commas; at most 10 count')
    .meta({ examples: [['ANNA10', 'FREESHIPPING']] }),
};

/** The coupon codes of an order, each text once, in the order in which it names them. */
export function couponCodesOf(
  ...named: readonly (string | readonly string[] | undefined)[]
): string[] {
  const codes = named
    .flatMap((one = []) => one)
    .flatMap((text) => text.split(','))
    .map((code) => code.trim())
    .filter((code) => code !== '');
  return [...new Map(codes.toReversed().map((code) => [couponKey(code), code])).values()]
    .toReversed()
    .slice(0, MAX_CODES);
}

/** The optional fields of an order. */
export const orderDetails = {
  currency: currencyCode,
  conversion_type: z.enum(conversionTypes).default('sale'),
  customer_email: z
    .email()
    .max(254)
    .optional()
    .describe('Stored only as a keyed hash, never as the address'),
  customer_id: plainText(255).optional(),
  referer_url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
  products: z.array(product).max(MAX_PRODUCTS).default([]),
  metadata: jsonObject()
    .optional()
    .describe(
      'Free pairs. `customer_ip`, `customer_user_agent`, `customer_country` and `cart_created_at` count as ' +
        'evidence for fraud scoring; without them those signals are not available. The first two are stored ' +
        'as evidence only, at most 90 days',
    ),
  conversion_timestamp: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('At most a year back; default now'),
};

/** Parses amounts and collects their errors, so that one answer names every invalid field. */
export class AmountReader {
  readonly #issues: FieldIssue[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  /** Minor units; 0 with an issue where the text is not an amount. */
  read(path: string, text: string): number {
    try {
      return parseAmount(text, this.#currency);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.#issues.push({ path, message: error.message });
      return 0;
    }
  }

  addIssue(path: string, message: string): void {
    this.#issues.push({ path, message });
  }

  /** @throws invalid naming every field with an issue */
  requireValid(): void {
    if (this.#issues.length > 0) throw invalidFields(this.#issues);
  }
}

/** The characters of a member that the schema has accepted as a number or string. */
export const literalOf = (literals: Literals, name: string): string => literals.text(name) ?? '';

/** Products with prices in minor units; `amounts` collects invalid prices. */
export const productsOf = (
  products: readonly z.output<typeof product>[],
  amounts: AmountReader,
): Order['products'] =>
  products.map(({ sku, name, quantity, price, category }, index) => ({
    sku,
    name,
    quantity,
    priceMinor: amounts.read(`products.${index}.price`, String(price)),
    category: category ?? null,
  }));

/** The reported time, at most a year back and within the tolerance for clocks; default now. */
export function readTimestamp(
  text: string | undefined,
  now: Date,
  amounts: AmountReader,
  path = 'conversion_timestamp',
): Date {
  if (text === undefined) return now;
  const timestamp = new Date(text);
  const ageMs = now.getTime() - timestamp.getTime();
  if (ageMs < -CLOCK_TOLERANCE_MS) amounts.addIssue(path, 'Must not lie in the future');
  if (ageMs > MAX_AGE_MS) amounts.addIssue(path, 'Must not be older than a year');
  return timestamp;
}

/** The response to a recorded order. */
export const recordedResponse = z.object({
  success: z.literal(true),
  data: z
    .object({
      conversion_id: z.uuid(),
      status: z.literal('pending'),
      message: z.string(),
    })
    .meta({ id: 'RecordedConversion', description: 'An order that was recorded' }),
  message: z.string(),
});

export const recordedBody = (conversionId: string): z.output<typeof recordedResponse> => ({
  success: true,
  data: { conversion_id: conversionId, status: 'pending', message: 'Awaiting review' },
  message: 'Conversion tracked',
});
