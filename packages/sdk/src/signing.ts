import { InvalidRequestError } from './errors.ts';
import { hexOf, hmac } from './hmac.ts';

/** A body that is signed: amounts are decimal strings (`'120.50'`), because the characters are signed. */
export type Signed<Body, Amount extends string> = {
  [Key in keyof Body as Key extends Amount ? never : Key]: Body[Key];
} & { [Key in keyof Body as Key extends Amount ? Key : never]: string } & {
  /** Default: made with the `signingSecret`. */
  signature?: string;
};

type Input = Readonly<Record<string, unknown>>;

const DECIMAL = /^(0|[1-9]\d*)(\.\d{1,3})?$/;

const invalid = (path: string, message: string): InvalidRequestError =>
  new InvalidRequestError('invalid', {
    code: 'invalid_request',
    message: `${path}: ${message}`,
    issues: [{ path, message }],
  });

/** An amount with two decimals where it has no more: that form is never ambiguous. */
export function signedAmount(value: unknown, path: string): string {
  if (typeof value !== 'string' || !DECIMAL.test(value))
    throw invalid(path, "must be a decimal string such as '120.50'");
  const [whole = '', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`.replace(/(\.\d\d)0$/, '$1');
}

/** The parts of the signed text of each signed operation; undefined where a part is missing. */
const partsOf: Readonly<Record<string, (input: Input) => readonly unknown[]>> = {
  'conversions.track': (input) => [
    input['click_id'] ?? input['brand_id'],
    input['transaction_id'],
    signedAmount(input['order_value'], 'order_value'),
  ],
  'conversions.trackPostback': (input) => [
    input['tracking_code'],
    input['order_id'],
    signedAmount(input['order_value'], 'order_value'),
  ],
  'conversions.adjust': (input) => [
    input['original_order_id'],
    input['adjustment_type'],
    input['adjustment_amount'] === undefined
      ? ''
      : signedAmount(input['adjustment_amount'], 'adjustment_amount'),
    ...(input['refund_id'] === undefined ? [] : [input['refund_id']]),
  ],
  'conversions.trackCall': (input) => [
    input['click_id'] ?? input['tracking_number'],
    input['transaction_id'],
    input['duration_seconds'],
  ],
  'conversions.trackMessage': (input) => [
    input['click_id'] ?? input['tracking_code'],
    input['transaction_id'],
  ],
};

/** The text that a call signs; undefined for operations that are not signed. @throws InvalidRequestError */
export function signedTextOf(operation: string, input: unknown): string | undefined {
  const parts = partsOf[operation.replace(/ByUrl$/, '')];
  return parts?.((input ?? {}) as Input).join('.');
}

/** The signature of a tracking call: lowercase hex HMAC-SHA256 of the text that the operation signs. */
export const signatureOf = async (secret: string, text: string): Promise<string> =>
  hexOf(await hmac(new TextEncoder().encode(secret), text));
