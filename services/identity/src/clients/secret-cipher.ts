import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what must not lie readable in the database. */
export interface Seal {
  /** Base64; `context` (the record's id) is bound in, so that sealed texts cannot be swapped. */
  close(text: string, context: string): string;
  /** @throws where no key fits, or the text was changed */
  open(sealed: string, context: string): string;
}

const aesKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tributary identity signing keys', 32));

function decrypt(key: Buffer, sealed: Buffer, context: string): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  return (
    decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  );
}

/** AES-256-GCM. The first secret closes; the others only open, so that the secret can be changed. */
export function openSeal(secrets: readonly string[]): Seal {
  const keys = secrets.map(aesKey);
  const [closing] = keys;
  if (closing === undefined) throw new Error('There is no key to encrypt with');
  return {
    close: (text, context) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, closing, iv);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64');
      for (const key of keys) {
        try {
          return decrypt(key, bytes, context);
        } catch {
          // Perhaps closed by the next, older key.
        }
      }
      throw new Error('IDENTITY_KEY_ENCRYPTION_KEY does not open the stored signing keys');
    },
  };
}
