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

/** The owner is a UUID without dots, so only transaction_id and the amount can be confused. */
export const directSignedTexts = (call: {
  /** The click, or the brand of an order without one. */
  owner: string;
  transactionId: string;
  orderValue: string;
}): SignedTexts => signedTexts([call.owner, call.transactionId], call.orderValue);

/** Tracking codes have no dots, so only order_id and the amount can be confused. */
export const postbackSignedTexts = (call: {
  trackingCode: string;
  orderId: string;
  orderValue: string;
}): SignedTexts => signedTexts([call.trackingCode, call.orderId], call.orderValue);

export interface SignedAdjustment {
  readonly orderId: string;
  readonly adjustmentType: string;
  readonly adjustmentAmount: string | undefined;
  readonly refundId: string | undefined;
}

/** The type has one of three values, which fixes the end of the id: the text is unambiguous. */
const withoutRefundId = (call: SignedAdjustment): SignedTexts =>
  signedTexts([call.orderId, call.adjustmentType], call.adjustmentAmount ?? '');

const WHOLE_NUMBER = /^\d+$/;
/** A refund_id that continues an amount: `5` and `25` would sign the same as the amount `5.25`. */
const CONTINUES_AN_AMOUNT = /^\d+(e[+-]?\d+)?(\.|$)/i;
const CONTAINS_A_TYPE = /(^|\.)(refund|chargeback|partial_refund)\./;

/**
 * The texts that a brand's own secret signs. The refund_id is at the end where the call has one, so that the
 * signature of one refund cannot be used under another id. Ambiguous where the refund_id can be read as a part
 * of the amount, or as the type and amount of another order; the first needs a signature over the two-decimal
 * form, the second another refund_id.
 */
export function brandAdjustmentTexts(call: SignedAdjustment): SignedTexts {
  const { refundId, adjustmentAmount: amount = '' } = call;
  if (refundId === undefined) return withoutRefundId(call);
  const complete = withoutRefundId(call).texts.map((text) => `${text}.${refundId}`);
  if (CONTAINS_A_TYPE.test(refundId)) return { texts: [], ambiguousTexts: complete };
  const isAmbiguous = WHOLE_NUMBER.test(amount) && CONTINUES_AN_AMOUNT.test(refundId);
  const [literal = '', ...others] = complete;
  return isAmbiguous
    ? { texts: others, ambiguousTexts: [literal] }
    : { texts: complete, ambiguousTexts: [] };
}

/** From then on the platform's secrets must sign adjustments like the brands' own. */
const REFUND_ID_REQUIRED_FROM = Date.UTC(2027, 5);

/** The texts that a platform secret signs: until June 2027 also those without the refund_id. */
export function platformAdjustmentTexts(call: SignedAdjustment, now: Date): SignedTexts {
  const complete = brandAdjustmentTexts(call);
  if (now.getTime() >= REFUND_ID_REQUIRED_FROM || call.refundId === undefined) return complete;
  return { ...complete, texts: [...withoutRefundId(call).texts, ...complete.texts] };
}

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
