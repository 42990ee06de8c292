import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { serviceIds } from '@tributary/catalog';
import { EngineError } from '../errors.ts';
import type { PasswordOf } from './apply-rights.ts';
import { userOf } from './engine-rights.ts';

const VARIABLE = { mongo: 'MONGO_URL', redis: 'REDIS_URL' } as const;

/** User and password in the URL of an engine, which may list several hosts. */
function credentialsOf(url: string): { readonly user: string; readonly password: string } {
  const [, user = '', password = ''] = /^[a-z+]+:\/\/([^/@:]*):([^/@]*)@/.exec(url) ?? [];
  return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
}

function settingsIn(directory: string, name: string): Readonly<Record<string, string | undefined>> {
  const file = join(directory, `${name}.env`);
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/**
 * The passwords in `<service>.env` and `operator.env` of a folder, as the services get them. Throws EngineError where a URL
 * names another user than the rights do.
 */
export function passwordsIn(directory: string, namespace: string): PasswordOf {
  const known = new Map<string, string>();
  for (const name of [...serviceIds, 'operator']) {
    const settings = settingsIn(directory, name);
    for (const engine of ['mongo', 'redis'] as const) {
      const variable = VARIABLE[engine];
      const url = settings[variable] ?? '';
      if (url === '') continue;
      const { user, password } = credentialsOf(url);
      const expected = userOf(name, namespace);
      if (user !== expected || password === '') {
        const problem = `${variable} in ${name}.env does not name the user ${expected} with a password`;
        throw new EngineError(problem, `write it as ${expected}:password@host`);
      }
      known.set(`${engine} ${user}`, password);
    }
  }
  return (engine, user) => known.get(`${engine} ${user}`);
}
