import { exitUnlessReachable } from '@tributary/engines';
import { openSystemData, type Check } from './system-data.ts';
import { systemDataOptions } from './system-data-options.ts';
import { verify } from './verify.ts';

const SETTLE_WITHIN_MS = 60_000;

/** Checks invariants of the system that the environment or `npm start` names, and sets the exit code. */
export async function runVerify(selected: readonly Check[]): Promise<void> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const options = await systemDataOptions(process.env);
  if (options === undefined) {
    process.stderr.write(
      'MONGO_URL is not set, and no system is running: start one with npm start\n',
    );
    process.exitCode = 78;
    return;
  }
  await exitUnlessReachable(['MONGO_URL'], { MONGO_URL: options.mongoUrl });
  const systemData = await openSystemData(options);
  const failed = await verify(systemData, print, SETTLE_WITHIN_MS, selected);
  await systemData.close();
  print(failed === 0 ? 'All invariants hold.' : `${String(failed)} invariants fail.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
