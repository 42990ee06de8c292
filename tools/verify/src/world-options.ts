import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WorldOptions } from './world.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the running system's engines are, as `npm start` notes it. */
function runningSystem(): Env {
  try {
    const file = join(import.meta.dirname, '../../../.engines/system.json');
    return JSON.parse(readFileSync(file, 'utf8')) as Env;
  } catch {
    return {};
  }
}

/** From the environment, else of the system that runs on this machine; undefined where neither is known. */
export function worldOptions(env: Env): WorldOptions | undefined {
  const known = { ...runningSystem(), ...env };
  const mongoUrl = known['MONGO_URL'];
  if (mongoUrl === undefined) return undefined;
  return { mongoUrl, namespace: known['NAMESPACE'] ?? '', sandboxUrl: known['SANDBOX_URL'] };
}
