import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Schemas } from '@tributary/sdk';

/** What the command line keeps of a sign-in. */
export interface Credentials {
  /** The address of the platform. */
  readonly url?: string;
  readonly role?: Schemas['AccountRole'];
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly api_key?: string;
  /** Signs what `listen` forwards. */
  readonly listen_secret?: string;
}

export interface CredentialStore {
  readonly file: string;
  /** Empty where nothing is kept. */
  readonly read: () => Credentials;
  /** Replaces what is kept by a file that its owner alone can read. */
  readonly write: (credentials: Credentials) => void;
  readonly delete: () => void;
  /** Runs `work` while no other process renews the tokens. */
  readonly locked: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

const LOCK_WAIT_MS = 100;
/** A lock that is older was left by a process that was killed. */
const LOCK_LIMIT_MS = 60_000;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function read(file: string): Credentials {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return {};
    throw error;
  }
}

async function takeLock(lock: string): Promise<void> {
  const startedAt = Date.now();
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (Date.now() - startedAt > LOCK_LIMIT_MS) rmSync(lock, { recursive: true, force: true });
    }
    await pause(LOCK_WAIT_MS);
  }
}

/** The folder of the settings: `TRIBUTARY_CONFIG_DIR`, else `tributary` in the user's folder of settings. */
function directoryOf(env: Readonly<Record<string, string | undefined>>): string {
  const settings = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return env['TRIBUTARY_CONFIG_DIR'] ?? join(settings, 'tributary');
}

/** The credentials that a user keeps on this machine. */
export function openCredentials(
  env: Readonly<Record<string, string | undefined>>,
): CredentialStore {
  const directory = directoryOf(env);
  const file = join(directory, 'credentials.json');
  const lock = join(directory, 'credentials.lock');
  return {
    file,
    read: () => read(file),
    write: (credentials) => {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const next = `${file}.${process.pid}`;
      writeFileSync(next, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
      chmodSync(next, 0o600);
      renameSync(next, file);
    },
    delete: () => rmSync(file, { force: true }),
    locked: async (work) => {
      await takeLock(lock);
      try {
        return await work();
      } finally {
        rmdirSync(lock);
      }
    },
  };
}
