import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '@tributary/units';

interface SignedBody {
  readonly secret: string;
  readonly rawBody: string;
  /** The header's value. */
  readonly signature: string | undefined;
  readonly now: Date;
}

/** Whether a webhook is signed with the secret; compares in constant time. */
export type IsSigned = (signed: SignedBody) => boolean;

/** The most by which Stripe's time of a signature may differ from ours. */
const TOLERANCE_MS = 5 * MINUTE_MS;

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The base64 HMAC-SHA256 of the body, as Shopify and WooCommerce send it. */
export const isSignedInBase64: IsSigned = ({ secret, rawBody, signature = '' }) =>
  isSame(signature, createHmac('sha256', secret).update(rawBody, 'utf8').digest('base64'));

/** Stripe's header: the time `t`, and for each valid secret the hex HMAC-SHA256 of time and body as `v1`. */
export const isSignedByStripe: IsSigned = ({ secret, rawBody, signature = '', now }) => {
  const parts = signature.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() - Number(time) * 1_000) > TOLERANCE_MS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${rawBody}`, 'utf8').digest('hex');
  return parts.some(([name, value = '']) => name === 'v1' && isSame(value, expected));
};
