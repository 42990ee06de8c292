/**
 * `npm run verify`: the invariants that money and events must keep, over all databases and the provider
 * sandbox. One exit code. Addresses come from the environment, or from the system that `npm start` runs.
 */
import { verify } from './verify.ts';
import { openSystemData } from './system-data.ts';
import { systemDataOptions } from './system-data-options.ts';

const SETTLE_WITHIN_MS = 60_000;

const options = systemDataOptions(process.env);
if (options === undefined) {
  process.stderr.write(
    'MONGO_URL is not set, and no system is running: start one with npm start\n',
  );
  process.exit(78);
}
const systemData = await openSystemData(options);
const failed = await verify(
  systemData,
  (line) => process.stdout.write(`${line}\n`),
  SETTLE_WITHIN_MS,
);
await systemData.close();
process.stdout.write(
  failed === 0 ? 'All invariants hold.\n' : `${String(failed)} invariants fail.\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
