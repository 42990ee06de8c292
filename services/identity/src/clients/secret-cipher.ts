import {
  deriveKeys,
  openSecretCipher as openCipher,
  type SecretCipher,
  type SecretList,
} from '@tributary/service';

export type { SecretCipher } from '@tributary/service';

/** The first secret encrypts; the others only decrypt, so that secrets can be rotated. */
export const openSecretCipher = (secrets: SecretList): SecretCipher =>
  openCipher(deriveKeys(secrets, 'tributary identity signing keys'), 'IDENTITY_KEY_ENCRYPTION_KEY');
