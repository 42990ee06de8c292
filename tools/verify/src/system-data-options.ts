import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mongoUrlOf } from '@tributary/mongo/access';
import { type SystemDataOptions } from './system-data.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The addresses of the running system's engines, from the file that `npm start` writes. */
function runningSystem(): Env {
  try {
    const file = join(import.meta.dirname, '../../../.engines/system.json');
    return JSON.parse(readFileSync(file, 'utf8')) as Env;
  } catch {
    return {};
  }
}

/** Options from the environment, else from the running system; undefined without either. */
export function systemDataOptions(env: Env): SystemDataOptions | undefined {
  const known = { ...runningSystem(), ...env };
  const mongoUrl = mongoUrlOf(known);
  if (mongoUrl === undefined) return undefined;
  return { mongoUrl, namespace: known['NAMESPACE'] ?? '', sandboxUrl: known['SANDBOX_URL'] };
}
