import {
  deriveKeys,
  openSecretCipher,
  type SecretCipher,
  type SecretList,
} from '@tributary/service';

export type Cipher = SecretCipher;

/** Encrypts the secrets of brands and shops for the database. */
export const createCipher = (secrets: SecretList): Cipher =>
  openSecretCipher(deriveKeys(secrets, 'tributary tracking secrets'), 'TRACKING_SECRETS_KEY');
