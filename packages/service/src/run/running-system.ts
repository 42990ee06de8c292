import { readFileSync } from 'node:fs';
import { type ServiceId } from '@tributary/catalog';

type Env = Readonly<Record<string, string | undefined>>;

/** The private key of a service from the file of a running system; the system's owner alone can read it. */
function privateKeyIn(file: string | undefined, service: ServiceId): Env {
  if (file === undefined) return {};
  const keys = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { privateKey: string }>;
  return { SERVICE_PRIVATE_KEY: keys[service]?.privateKey };
}

/**
 * The settings with which a command acts as `service` of the system that `npm start` runs on this
 * machine, as written to `file`; none where it does not run.
 */
export function readRunningSystem(file: string, service: ServiceId): Env {
  try {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return { ...settings, ...privateKeyIn(settings['SERVICE_KEYS_FILE'], service) };
  } catch {
    return {};
  }
}
