/**
 * The texts that a tracking call may sign. A signature over one of `texts` is accepted; a signature over
 * one of `ambiguousTexts` is refused as ambiguous.
 */
export interface SignedTexts {
  readonly texts: readonly string[];
  readonly ambiguousTexts: readonly string[];
}

const PLAIN_DECIMAL = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const ENDS_LIKE_A_WHOLE_NUMBER = /\.(0|[1-9]\d*)$/;

/**
 * The value with two decimals, which is accepted beside the literal; undefined where there is none (more
 * than two significant decimals, exponent forms, no plain number).
 */
export function twoDecimals(literal: string): string | undefined {
  const match = PLAIN_DECIMAL.exec(literal);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

/**
 * Joins parts with dots and an amount at the end. An id may contain dots, but an id that ends in
 * `.<whole number>` with an amount without a decimal point is ambiguous: (`7`, `1.5`) and (`7.1`, `5`)
 * both sign `7.1.5`, so that the holder of a signature for the first could post the second. Only the
 * literal form is ambiguous, `7.1.5.00` is not; such a call must sign or write the two-decimal form.
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

/** The type has one of three values, which fixes the end of the id: the text is unambiguous. */
export const adjustmentSignedTexts = (call: {
  orderId: string;
  adjustmentType: string;
  adjustmentAmount: string | undefined;
}): SignedTexts => signedTexts([call.orderId, call.adjustmentType], call.adjustmentAmount ?? '');

/** A duration has no decimal point, so that the last dot precedes it. */
export const callSignedTexts = (call: {
  touch: string;
  transactionId: string;
  duration: string;
}): SignedTexts => plainTexts(call.touch, call.transactionId, call.duration);

/** Click ids and tracking codes have no dots, so that the rest is the transaction_id. */
export const messageSignedTexts = (call: { touch: string; transactionId: string }): SignedTexts =>
  plainTexts(call.touch, call.transactionId);

const plainTexts = (...parts: readonly string[]): SignedTexts => ({
  texts: [parts.join('.')],
  ambiguousTexts: [],
});

/** The signature of a call: none, one, or two that contradict each other. */
export type GivenSignature =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly hex: string }
  | { readonly kind: 'contradiction' };

/** Reads the signature from header and body field; where both are given, they must be equal. */
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
