import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `hex` is the HMAC-SHA256 of `text`; compared in constant time. */
export function isSignedWith(secret: string, text: string, hex: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(hex)) return false;
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}
