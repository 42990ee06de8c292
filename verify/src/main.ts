/**
 * `npm run verify`: the invariants that money and events must keep, over all databases and the provider
 * sandbox. One exit code. Addresses come from the environment, or from the system that `npm start` runs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from './verify.ts';
import { openWorld } from './world.ts';

const PATIENCE_MS = 30_000;

/** Where the running system's engines are, as `npm start` notes it. */
function runningSystem(): Partial<Record<string, string>> {
  try {
    const file = join(import.meta.dirname, '../../.engines/system.json');
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

const known = { ...runningSystem(), ...process.env };
const mongoUrl = known['MONGO_URL'];
if (mongoUrl === undefined) {
  process.stderr.write(
    'MONGO_URL is not set, and no system is running: start one with npm start\n',
  );
  process.exit(78);
}
const world = await openWorld({
  mongoUrl,
  namespace: known['NAMESPACE'] ?? '',
  sandboxUrl: known['SANDBOX_URL'],
});
const failed = await verify(world, (line) => process.stdout.write(`${line}\n`), PATIENCE_MS);
await world.close();
process.stdout.write(
  failed === 0 ? 'All invariants hold.\n' : `${String(failed)} invariants fail.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
