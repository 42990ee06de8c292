import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keeps endpoint secrets encrypted at rest: AES-256-GCM, bound to the endpoint they belong to. */
export interface SecretBox {
  seal(secret: string, endpointId: string): string;
  /** @throws Error when the text was changed, moved to another endpoint or sealed with another key */
  open(sealed: string, endpointId: string): string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** @param key 32 bytes */
export function secretBox(key: Buffer): SecretBox {
  return {
    seal: (secret, endpointId) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(endpointId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]);
      return `${VERSION}.${sealed.toString('base64url')}`;
    },
    open: (sealed, endpointId) => {
      const [version, text = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('The secret is sealed in an unknown way');
      const bytes = Buffer.from(text, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, iv)
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(tag);
      const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    },
  };
}

const SECRET_BYTES = 32;

/** A new endpoint secret, in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
