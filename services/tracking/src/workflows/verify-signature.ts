import { createHmac, timingSafeEqual } from 'node:crypto';
import { type GivenSignature, type SignedTexts } from '../domain/signed-text.ts';

export type SignatureVerdict = 'none' | 'valid' | 'wrong' | 'ambiguous';

const LOWERCASE_SHA256 = /^[0-9a-f]{64}$/;

const matches = (secret: string, text: string, signature: Buffer): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(text).digest(), signature);

/** The number of matches among all secrets and texts. All are computed, so that timing reveals nothing. */
function countMatches(
  secrets: readonly string[],
  texts: readonly string[],
  signature: Buffer,
): number {
  let count = 0;
  for (const secret of secrets) {
    for (const text of texts) count += Number(matches(secret, text, signature));
  }
  return count;
}

/** Checks that a signature is the lowercase hex HMAC-SHA256 of an accepted text under any of `secrets`. */
export function verifySignature(
  given: GivenSignature,
  { texts, ambiguousTexts }: SignedTexts,
  secrets: readonly string[],
): SignatureVerdict {
  if (given.kind === 'none') return 'none';
  if (given.kind === 'contradiction' || !LOWERCASE_SHA256.test(given.hex)) return 'wrong';
  const signature = Buffer.from(given.hex, 'hex');
  const valid = countMatches(secrets, texts, signature);
  const ambiguous = countMatches(secrets, ambiguousTexts, signature);
  if (valid > 0) return 'valid';
  return ambiguous > 0 ? 'ambiguous' : 'wrong';
}
