import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceId } from '@tributary/catalog';
import { acceptsConnections } from './ports.ts';
import type { Engines } from './open-engines.ts';
import { findOwner } from './run-directory.ts';
import { openSystemSecrets } from './secrets/system-secrets.ts';
import { openServiceKeys } from './service-keys.ts';
import type { System } from './system.ts';

type Env = Readonly<Record<string, string | undefined>>;

const fileIn = (directory: string): string => join(directory, 'system.json');

/** Notes the addresses of a system, so that commands of the same checkout find it. */
export function noteSystem(
  directory: string,
  system: Pick<System, 'baseUrl' | 'sandboxUrl' | 'portOffset'>,
  engines: Pick<Engines, 'mongoUrl' | 'kafkaBrokers' | 'redisUrl'>,
  env: Env,
): void {
  const addresses = {
    BASE_URL: system.baseUrl,
    SANDBOX_URL: system.sandboxUrl,
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
    NAMESPACE: env['NAMESPACE'] ?? '',
    PORT_OFFSET: String(system.portOffset),
  };
  forgetSystem(directory);
  // The URLs of engines may contain passwords.
  writeFileSync(fileIn(directory), JSON.stringify(addresses), { mode: 0o600 });
}

export const forgetSystem = (directory: string): void => {
  rmSync(fileIn(directory), { force: true });
};

/** The noted addresses of the system that runs from `directory`; none where none runs. */
function notedAddresses(directory: string): Env {
  if (findOwner(join(directory, 'run', 'services')) === undefined) return {};
  try {
    return JSON.parse(readFileSync(fileIn(directory), 'utf8')) as Env;
  } catch {
    return {};
  }
}

const withoutEmpty = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** What a command needs to act as a service of the system in `directory`: its key and its secrets. */
async function credentialsOf(directory: string, service: ServiceId): Promise<Env> {
  const secrets = await openSystemSecrets(directory, false);
  return {
    ...openServiceKeys(directory).settingsOf(service),
    ...secrets?.settingsOf(service),
  };
}

/**
 * The environment of a command: `env`, and where it names no address, those of the system that runs from
 * `directory`. A command of a service acts with its key and secrets.
 */
export async function commandEnvironment(
  directory: string,
  env: Env,
  service?: ServiceId,
): Promise<Env> {
  const addresses = notedAddresses(directory);
  const isRunning = addresses['BASE_URL'] !== undefined;
  const credentials =
    service === undefined || !isRunning ? {} : await credentialsOf(directory, service);
  return { ...addresses, ...credentials, ...withoutEmpty(env) };
}

/** A part of the system that commands need. */
export type SystemPart = 'BASE_URL' | 'MONGO_URL' | 'KAFKA_BROKERS' | 'REDIS_URL';

const NAMES: Readonly<Record<SystemPart, string>> = {
  BASE_URL: 'The gateway',
  MONGO_URL: 'MongoDB',
  KAFKA_BROKERS: 'Kafka',
  REDIS_URL: 'Redis',
};

interface Place {
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const placeOf = (address: string): Place => {
  const { hostname, port, protocol } = new URL(address);
  return { host: hostname, port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port) };
};

/** The URLs of MongoDB and Redis and the brokers may name several hosts, of which the first that answers will do. */
function placesOf(part: SystemPart, address: string): readonly Place[] {
  if (part === 'BASE_URL') return [placeOf(address)];
  const hosts = address.replace(/^\w+:\/\/(?:[^@/]*@)?/, '').replace(/[/?].*$/, '');
  const protocol = part === 'REDIS_URL' ? 'redis' : 'tcp';
  return hosts.split(',').map((host) => placeOf(`${protocol}://${host}`));
}

const ANSWER_WITHIN_MS = 2_000;

/** EX_UNAVAILABLE of sysexits.h. */
const NOT_AVAILABLE = 69;

/** Ends the process with 69 where a part of the system that it needs does not answer; names each on stderr. */
export async function exitUnlessReachable(parts: readonly SystemPart[], env: Env): Promise<void> {
  const missing = await missingParts(parts, env);
  if (missing.length === 0) return;
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exit(NOT_AVAILABLE);
}

/** Why a command cannot reach the parts of the system that it needs, one line for each; within 2 s. */
export async function missingParts(
  parts: readonly SystemPart[],
  env: Env,
): Promise<readonly string[]> {
  const lines = await Promise.all(parts.map(async (part) => missingPart(part, env)));
  return lines.flatMap((line) => line ?? []);
}

async function missingPart(part: SystemPart, env: Env): Promise<string | undefined> {
  const address = env[part];
  if (address === undefined) {
    return `${part} is not set, and no system runs from this folder: npm start begins one`;
  }
  // Its hosts are in the DNS.
  if (address.startsWith('mongodb+srv:')) return undefined;
  const places = placesOf(part, address);
  const answers = await Promise.all(
    places.map(({ host, port }) => acceptsConnections(port, host, ANSWER_WITHIN_MS)),
  );
  if (answers.includes(true)) return undefined;
  const tried = places.map(({ host, port }) => `${host}:${String(port)}`).join(', ');
  return `${NAMES[part]} does not answer at ${tried} (${part})`;
}
