import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts endpoint secrets at rest with AES-256-GCM, bound to the id of their endpoint. */
export interface SecretCipher {
  encrypt(secret: string, endpointId: string): string;
  /** @throws Error if the text was changed, moved to another endpoint or encrypted with another key */
  decrypt(encrypted: string, endpointId: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** @param key 32 bytes */
export function secretCipher(key: Buffer): SecretCipher {
  return {
    encrypt: (secret, endpointId) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(endpointId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const encrypted = Buffer.concat([iv, cipher.getAuthTag(), text]);
      return `${VERSION}.${encrypted.toString('base64url')}`;
    },
    decrypt: (encrypted, endpointId) => {
      const [version, text = ''] = encrypted.split('.');
      if (version !== VERSION) throw new Error('The secret is encrypted in an unknown format');
      const bytes = Buffer.from(text, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv)
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(tag);
      const decrypted = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(decrypted).toString('utf8');
    },
  };
}

const SECRET_BYTES = 32;

/** A new endpoint secret in the format of Standard Webhooks. */
export const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
