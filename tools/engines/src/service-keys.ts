import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceId, serviceIds } from '@tributary/catalog';
import {
  newKeyPair,
  openTokensOfSettings,
  publicKeysText,
  type ServiceKeyPair,
  type ServiceTokens,
} from '@tributary/service-tokens';
import { writePrivateFile } from './secrets/private-file.ts';

/** The keys by which the services of one system recognise each other. */
export interface ServiceKeys {
  /** The file that contains them all. */
  readonly file: string;
  /** The settings of a service. */
  readonly settingsOf: (service: ServiceId) => Readonly<{
    SERVICE_PRIVATE_KEY: string;
    SERVICE_PUBLIC_KEYS: string;
  }>;
  /** The tokens of a service, for a tool that calls as it does. */
  readonly tokensOf: (service: ServiceId, now?: () => number) => ServiceTokens;
}

type KeyPairs = Readonly<Record<ServiceId, ServiceKeyPair>>;

const makeKeyPairs = (): KeyPairs =>
  Object.fromEntries(serviceIds.map((service) => [service, newKeyPair()])) as KeyPairs;

/** Whether the file has the keys of every service there is now. */
function readKeyPairs(file: string): KeyPairs | undefined {
  if (!existsSync(file)) return undefined;
  const pairs = JSON.parse(readFileSync(file, 'utf8')) as Partial<KeyPairs>;
  return serviceIds.every((service) => service in pairs) ? (pairs as KeyPairs) : undefined;
}

/** Reads the keys of the system in `directory`; makes them once, readable by its owner alone. */
export function openServiceKeys(directory: string): ServiceKeys {
  const file = join(directory, 'data', 'service-keys.json');
  const known = readKeyPairs(file);
  const pairs = known ?? makeKeyPairs();
  if (known === undefined) writePrivateFile(file, JSON.stringify(pairs));
  const publicKeys = publicKeysText((service) => pairs[service]);
  const settingsOf = (service: ServiceId) => ({
    SERVICE_PRIVATE_KEY: pairs[service].privateKey,
    SERVICE_PUBLIC_KEYS: publicKeys,
  });
  return {
    file,
    settingsOf,
    tokensOf: (service, now) => openTokensOfSettings(service, settingsOf(service), now),
  };
}
