import { runReencryption } from '@tributary/service';
import { openSecretCipher } from '../clients/secret-cipher.ts';
import { readIdentityConfig } from '../config.ts';
import { reencryptSecrets } from '../store/reencrypt-secrets.ts';

const USAGE = `Encrypts the secrets that identity stores by the new key of IDENTITY_KEY_ENCRYPTION_KEY

  npm run tool -- reencrypt-identity

Run it when all instances have the setting \`new,old\`; afterwards the old key can go. Can be repeated. Prints the
counts of each collection. Exit code 0: every secret has the new key; 1: some could not be read; 2: wrong arguments.
Environment: as the service's (MONGO_URL, IDENTITY_KEY_ENCRYPTION_KEY, NAMESPACE ...).
`;

process.exitCode = await runReencryption({
  usage: USAGE,
  readConfig: () => readIdentityConfig(process.env),
  reencrypt: (connection, config) =>
    reencryptSecrets(connection, openSecretCipher(config.IDENTITY_KEY_ENCRYPTION_KEY)),
});
