import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type SecretList } from './secret-list.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets before they are stored: AES-256-GCM, bound to their record by `context`. */
export interface SecretCipher {
  /** Base64, by the first key. */
  encrypt(text: string, context: string): string;
  /** @throws Error where no key fits, or the text was changed or moved to another record */
  decrypt(encrypted: string, context: string): string;
  /**
   * The text encrypted anew by the first key; undefined where the first key encrypted it already.
   * @throws Error as `decrypt`
   */
  renew(encrypted: string, context: string): string | undefined;
}

/** Keys for one purpose from secrets of any length. */
export const deriveKeys = (
  [first, ...others]: SecretList,
  purpose: string,
): readonly [Buffer, ...Buffer[]] => {
  const keyOf = (secret: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  return [keyOf(first), ...others.map(keyOf)];
};

function bytesOf(encrypted: string): Buffer {
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('A stored secret is incomplete');
  return bytes;
}

function encryptBy(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function decryptBy(key: Buffer, bytes: Buffer, context: string): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * The first key encrypts and every one decrypts, so that a new key can replace an old one.
 * @param setting named where no key fits
 */
export function openSecretCipher(
  keys: readonly [Buffer, ...Buffer[]],
  setting: string,
): SecretCipher {
  const decrypt = (encrypted: string, context: string): string => {
    const bytes = bytesOf(encrypted);
    for (const key of keys) {
      const text = decryptBy(key, bytes, context);
      if (text !== undefined) return text;
    }
    throw new Error(`${setting} does not decrypt a stored secret`);
  };
  return {
    encrypt: (text, context) => encryptBy(keys[0], text, context),
    decrypt,
    renew: (encrypted, context) => {
      const isCurrent = decryptBy(keys[0], bytesOf(encrypted), context) !== undefined;
      return isCurrent ? undefined : encryptBy(keys[0], decrypt(encrypted, context), context);
    },
  };
}
