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
  const written = (base64: string): string =>
    `${VERSION}.${Buffer.from(base64, 'base64').toString('base64url')}`;
  const readable = (encrypted: string): string => {
    const [version, text = ''] = encrypted.split('.');
    if (version !== VERSION) throw new Error('The secret is encrypted in an unknown format');
    return text;
  };
  return {
    encrypt: (secret, endpointId) => written(cipher.encrypt(secret, endpointId)),
    decrypt: (encrypted, endpointId) => cipher.decrypt(readable(encrypted), endpointId),
    renew: (encrypted, endpointId) => {
      const renewed = cipher.renew(readable(encrypted), endpointId);
      return renewed === undefined ? undefined : written(renewed);
    },
  };
}

const SECRET_BYTES = 32;

/** A new endpoint secret in the format of Standard Webhooks. */
export const generateSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
