import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets before they are stored. */
export interface SecretCipher {
  /** Base64. `context`, the record's id, is authenticated too, so that records cannot swap texts. */
  encrypt(text: string, context: string): string;
  /** @throws where no key fits, or the text was changed */
  decrypt(encrypted: string, context: string): string;
}

const aesKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tributary identity signing keys', 32));

function decryptBy(key: Buffer, encrypted: Buffer, context: string): string {
  const iv = encrypted.subarray(0, IV_BYTES);
  const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  return (
    decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  );
}

/** AES-256-GCM. The first secret encrypts; the others only decrypt, so that secrets can be rotated. */
export function openSecretCipher(secrets: readonly string[]): SecretCipher {
  const keys = secrets.map(aesKey);
  const [encryptionKey] = keys;
  if (encryptionKey === undefined) throw new Error('There is no key to encrypt with');
  return {
    encrypt: (text, context) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, encryptionKey, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    decrypt: (encrypted, context) => {
      const bytes = Buffer.from(encrypted, 'base64');
      for (const key of keys) {
        try {
          return decryptBy(key, bytes, context);
        } catch {
          // The next, older key may fit.
        }
      }
      throw new Error('IDENTITY_KEY_ENCRYPTION_KEY does not decrypt the stored signing keys');
    },
  };
}
