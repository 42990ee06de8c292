import { runReencryption } from '@tributary/service';
import { createCipher } from '../clients/cipher.ts';
import { readTrackingConfig } from '../config.ts';
import { reencryptSecrets } from '../store/reencrypt-secrets.ts';

const USAGE = `Encrypts the secrets that tracking stores by the new key of TRACKING_SECRETS_KEY

  npm run tool -- reencrypt-tracking

Run it when all instances have the setting \`new,old\`; afterwards the old key can go. Can be repeated. Prints the
counts of each collection. Exit code 0: every secret has the new key; 1: some could not be read; 2: wrong arguments.
Environment: as the service's (MONGO_URL, TRACKING_SECRETS_KEY, NAMESPACE ...).
`;

process.exitCode = await runReencryption({
  usage: USAGE,
  readConfig: () => readTrackingConfig(process.env),
  reencrypt: (connection, config) =>
    reencryptSecrets(connection, createCipher(config.TRACKING_SECRETS_KEY)),
});
