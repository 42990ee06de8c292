import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type GivenSignature, type SignedTexts } from '../domain/signed-text.ts';

export type Verdict = 'none' | 'valid' | 'wrong' | 'ambiguous';

const LOWERCASE_SHA256 = /^[0-9a-f]{64}$/;

const signs = (secret: string, text: string, signature: Buffer): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(text).digest(), signature);

/** How many of all secrets × texts fit; every one is computed, so that time tells nothing. */
function countMatches(
  secrets: readonly string[],
  texts: readonly string[],
  signature: Buffer,
): number {
  let matches = 0;
  for (const secret of secrets) {
    for (const text of texts) matches += Number(signs(secret, text, signature));
  }
  return matches;
}

/** Whether what was presented is lowercase hex HMAC-SHA256 of an accepted text under any of `secrets`. */
export function verdictOn(
  given: GivenSignature,
  { texts, ambiguousTexts }: SignedTexts,
  secrets: readonly string[],
): Verdict {
  if (given.kind === 'none') return 'none';
  if (given.kind === 'contradiction' || !LOWERCASE_SHA256.test(given.hex)) return 'wrong';
  const signature = Buffer.from(given.hex, 'hex');
  const valid = countMatches(secrets, texts, signature);
  const ambiguous = countMatches(secrets, ambiguousTexts, signature);
  if (valid > 0) return 'valid';
  return ambiguous > 0 ? 'ambiguous' : 'wrong';
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps secrets unreadable in the database: AES-256-GCM, bound to the row by `context`. */
export interface Seal {
  close(plain: string, context: string): string;
  /** Throws where the key or the context is another one. */
  open(sealed: string, context: string): string;
}

export function createSeal(keyText: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', keyText, '', 'tributary tracking secrets', 32));
  return {
    close: (plain, context) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

/** A new brand-held secret: 256 random bits. */
export const newTrackingSecret = (): string => `trk_${randomBytes(32).toString('base64url')}`;

/** What stands for an address: the same for the same customer, useless without the pepper. */
export const emailHash = (address: string, pepper: string): string =>
  createHmac('sha256', pepper).update(address.trim().toLowerCase()).digest('hex');

/** Stands for a visitor without a cookie: address and agent. For keys that live for two days. */
export const anonymousVisitor = (ip: string, userAgent: string, pepper: string): string =>
  hash('sha256', `${pepper}\n${ip}\n${userAgent}`, 'base64url').slice(0, 22);
