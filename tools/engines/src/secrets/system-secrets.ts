import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceId } from '@tributary/catalog';
import { EngineError } from '../errors.ts';
import { newSecrets } from './new-secrets.ts';
import { writePrivateFile } from './private-file.ts';
import { allSecretSettings } from './secret-settings.ts';

type Values = Readonly<Record<string, string>>;

/** The secrets of one system that other machines reach, beside its data. */
export interface SystemSecrets {
  /** Those of a process; the sandbox has what its callers have of it. */
  readonly settingsOf: (process: ServiceId | 'sandbox') => Values;
}

const LOOPBACK = /^(127\.|::1$)/;

/** Whether other machines reach a port at an address. */
export const isExposed = (address: string): boolean => !LOOPBACK.test(address);

const readValues = (file: string): Values =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Values) : {};

/** Data that was written with development secrets cannot be read with others, and has the known administrator. */
function refuseDevelopmentData(directory: string): void {
  if (!existsSync(join(directory, 'data', 'service-keys.json'))) return;
  throw new EngineError(
    'The data was made on loopback, with development secrets and the known administrator',
    'npm start -- --fresh, which removes it',
  );
}

/**
 * Reads the secrets of the system in `directory`. Where `exposed` it makes those that are missing. Undefined where
 * the system has none of its own, because it has only been on loopback.
 * @throws EngineError where the system has data of development secrets and is exposed
 */
export async function openSystemSecrets(
  directory: string,
  exposed: boolean,
): Promise<SystemSecrets | undefined> {
  const file = join(directory, 'data', 'secrets.json');
  const isNew = !existsSync(file);
  if (isNew && !exposed) return undefined;
  if (isNew) refuseDevelopmentData(directory);
  const settings = await allSecretSettings();
  const known = readValues(file);
  const names = new Set([...settings.values()].flatMap((own) => [...own.keys()]));
  const missing = [...names].filter((name) => !(name in known));
  const values = { ...known, ...newSecrets(missing) };
  if (missing.length > 0) writePrivateFile(file, JSON.stringify(values));
  const valuesOf = (wanted: ReadonlySet<string>): Values =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => wanted.has(name) || (wanted.has('VAPID_PRIVATE_KEY') && isOfVapid(name)),
      ),
    );
  const issued = [...settings.values()].flatMap((own) =>
    [...own].filter(([, kind]) => kind === 'issued').map(([name]) => name),
  );
  return {
    settingsOf: (process) =>
      valuesOf(new Set(process === 'sandbox' ? issued : settings.get(process)?.keys())),
  };
}

const isOfVapid = (name: string): boolean => name.startsWith('VAPID_');
