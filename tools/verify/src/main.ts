/**
 * `npm run verify`: the invariants that money and events must keep, over all databases and the provider
 * sandbox. One exit code. Addresses come from the environment, or from the system that `npm start` runs.
 */
<<<<<<< HEAD
import { runVerify } from './run-verify.ts';
import { allChecks } from './verify.ts';

await runVerify(allChecks);
=======
import { missingParts } from '@tributary/engines';
import { verify } from './verify.ts';
import { openSystemData } from './system-data.ts';
import { systemDataOptions } from './system-data-options.ts';

/** EX_UNAVAILABLE of sysexits.h. */
const NOT_AVAILABLE = 69;
const SETTLE_WITHIN_MS = 60_000;

const options = await systemDataOptions(process.env);
if (options === undefined) {
  process.stderr.write(
    'MONGO_URL is not set, and no system is running: start one with npm start\n',
  );
  process.exit(78);
}
const missing = await missingParts(['MONGO_URL'], { MONGO_URL: options.mongoUrl });
for (const line of missing) process.stderr.write(`${line}\n`);
if (missing.length > 0) process.exit(NOT_AVAILABLE);
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
>>>>>>> 5d2c3d4d (Stop a start at once where a process refuses its settings, find free ports, and let every command find the system)
