const USAGE = `Makes key pairs by which services recognise each other: npm run tool -- service-keys [SERVICE …]

Prints SERVICE_PRIVATE_KEY of each service, which is the secret of that service alone, and the setting
SERVICE_PUBLIC_KEYS of all. For one service it prints the entry to add to SERVICE_PUBLIC_KEYS of all services
before the private key changes; docs/security.md has the steps.`;

import { type ServiceId, serviceIds } from '@tributary/catalog';
import { newKeyPair } from '../service-keys.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function printKeys(services: readonly ServiceId[]): void {
  const pairs = services.map((service) => ({ service, ...newKeyPair() }));
  for (const { service, privateKey } of pairs) {
    print(`# ${service}`);
    print(`SERVICE_PRIVATE_KEY=${privateKey}`);
  }
  print('# all');
  const publicKeys = pairs.map(({ service, publicKey }) => `${service}:${publicKey}`);
  print(`SERVICE_PUBLIC_KEYS=${publicKeys.join(',')}`);
}

const named = process.argv.slice(2);
const known = serviceIds.filter((service) => named.includes(service));
if (known.length < named.length) {
  print(USAGE);
  process.exitCode = named.includes('--help') ? 0 : 2;
} else {
  printKeys(known.length === 0 ? serviceIds : known);
}
