import { randomBytes } from 'node:crypto';
import { openSecretCipher, type SecretCipher } from '@tributary/service';

export type { SecretCipher } from '@tributary/service';

const VERSION = 'v1';

/**
 * Encrypts endpoint secrets at rest, bound to the id of their endpoint.
 * @param keys 32 bytes each; the first encrypts, all decrypt
 */
export function secretCipher(keys: readonly [Buffer, ...Buffer[]]): SecretCipher {
  const cipher = openSecretCipher(keys, 'WEBHOOK_SECRETS_KEY');
  return {
    encrypt: (secret, endpointId) => {
      const bytes = Buffer.from(cipher.encrypt(secret, endpointId), 'base64');
      return `${VERSION}.${bytes.toString('base64url')}`;
    },
    decrypt: (encrypted, endpointId) => {
      const [version, text = ''] = encrypted.split('.');
      if (version !== VERSION) throw new Error('The secret is encrypted in an unknown format');
      return cipher.decrypt(text, endpointId);
    },
  };
}

const SECRET_BYTES = 32;

/** A new endpoint secret in the format of Standard Webhooks. */
export const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
