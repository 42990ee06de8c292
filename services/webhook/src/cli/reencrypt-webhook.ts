import { keysOf, runReencryption } from '@tributary/service';
import { secretCipher } from '../clients/secret-cipher.ts';
import { readWebhookConfig } from '../config.ts';
import { reencryptSecrets } from '../store/reencrypt-secrets.ts';

const USAGE = `Encrypts the secrets that webhook stores by the new key of WEBHOOK_SECRETS_KEY

  npm run tool -- reencrypt-webhook

Run it when all instances have the setting \`new,old\`; afterwards the old key can go. Can be repeated. Prints the
counts of each collection. Exit code 0: every secret has the new key; 1: some could not be read; 2: wrong arguments.
Environment: as the service's (MONGO_URL, WEBHOOK_SECRETS_KEY, NAMESPACE ...).
`;

process.exitCode = await runReencryption({
  usage: USAGE,
  readConfig: () => readWebhookConfig(process.env),
  reencrypt: (connection, config) =>
    reencryptSecrets(connection, secretCipher(keysOf(config.WEBHOOK_SECRETS_KEY))),
});
