/**
 * What a tracking call's signature is over. `texts` are the forms that count; a signature over one of
 * `ambiguousTexts` is refused as such.
 */
export interface SignedTexts {
  readonly texts: readonly string[];
  readonly ambiguousTexts: readonly string[];
}

const PLAIN_DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const ENDS_LIKE_A_WHOLE_NUMBER = /\.(0|[1-9]\d*)$/;

/**
 * The same value with two decimals, which is accepted beside the literal; undefined where there is
 * none (more than two significant decimals, exponent forms, no plain number).
 */
export function twoDecimals(literal: string): string | undefined {
  const match = PLAIN_DECIMAL.exec(literal);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

/**
 * Parts joined with dots and an amount at the end. An id may have dots, but with one that ends in
 * `.<whole number>` and an amount without a decimal point the same characters have two readings:
 * (`7`, `1.5`) and (`7.1`, `5`) both sign `7.1.5`, so that whoever holds a signature for the first
 * could post the second. Only the literal form is ambiguous: `7.1.5.00` reads one way, hence such a
 * call must sign the two-decimal form (or write it).
 */
export function signedTexts(parts: readonly string[], amount: string): SignedTexts {
  const head = parts.join('.');
  const literal = `${head}.${amount}`;
  const rounded = twoDecimals(amount);
  const others = rounded === undefined || rounded === amount ? [] : [`${head}.${rounded}`];
  const lastPart = parts.at(-1) ?? '';
  const isAmbiguous = !amount.includes('.') && ENDS_LIKE_A_WHOLE_NUMBER.test(lastPart);
  return isAmbiguous
    ? { texts: others, ambiguousTexts: [literal] }
    : { texts: [literal, ...others], ambiguousTexts: [] };
}

/** click_id is a UUID without dots, so only transaction_id and the amount can be confused. */
export const directSignedTexts = (call: {
  clickId: string;
  transactionId: string;
  orderValue: string;
}): SignedTexts => signedTexts([call.clickId, call.transactionId], call.orderValue);

/** Tracking codes have no dots, so only order_id and the amount can be confused. */
export const postbackSignedTexts = (call: {
  trackingCode: string;
  orderId: string;
  orderValue: string;
}): SignedTexts => signedTexts([call.trackingCode, call.orderId], call.orderValue);

/** The type is one of three words, which fixes where the id ends: nothing here is ambiguous. */
export const adjustmentSignedTexts = (call: {
  orderId: string;
  adjustmentType: string;
  adjustmentAmount: string | undefined;
}): SignedTexts => signedTexts([call.orderId, call.adjustmentType], call.adjustmentAmount ?? '');

/** A duration has no decimal point, so that its end is where the last dot is. */
export const callSignedTexts = (call: {
  touch: string;
  transactionId: string;
  duration: string;
}): SignedTexts => plainTexts(call.touch, call.transactionId, call.duration);

/** Neither a click_id nor a tracking code has a dot, so that the rest is the transaction_id. */
export const messageSignedTexts = (call: { touch: string; transactionId: string }): SignedTexts =>
  plainTexts(call.touch, call.transactionId);

const plainTexts = (...parts: readonly string[]): SignedTexts => ({
  texts: [parts.join('.')],
  ambiguousTexts: [],
});

/** What the caller presented: nothing, one signature, or two that contradict each other. */
export type GivenSignature =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly hex: string }
  | { readonly kind: 'contradiction' };

/** Reads header and body field; given twice, both must be the same characters. */
export function givenSignature(
  header: string | undefined,
  field: string | undefined,
): GivenSignature {
  if (header === undefined && field === undefined) return { kind: 'none' };
  if (header !== undefined && field !== undefined && header !== field) {
    return { kind: 'contradiction' };
  }
  return { kind: 'one', hex: header ?? field ?? '' };
}
