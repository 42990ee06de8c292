/**
 * Records the examples of the API document: runs suites against real systems and stores one call of each operation in
 * services/gateway/assets/api-examples.json. `npm run tool -- api-examples [--from FOLDER] [SUITE...]`: by default all
 * stories and the services' own suites; with --from the calls that `node --import` of examples/record-fetch.ts has
 * written to the folder. Operations of which no call is seen keep their example.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import {
  documentedOperations,
  readRecordedCalls,
  substituteOf,
  writeRecordedCalls,
} from '../../../scripts/gen/api-document.ts';
import { chooseCalls } from '../examples/choose-calls.ts';
import { type SeenCall } from '../examples/record-fetch.ts';

const root = repositoryRoot();
const DEFAULT_SUITES = ['tools/e2e', 'services'];

function readCalls(folder: string): SeenCall[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  );
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SeenCall);
}

/** Runs the suites and returns the calls that they made; a suite that fails has made calls, too. */
function callsOf(suites: readonly string[]): SeenCall[] {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-calls-'));
  const recorder = join(root, 'tools/e2e/src/examples/record-fetch.ts');
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${recorder}`,
    RECORD_CALLS_TO: folder,
  };
  const program = join(root, 'tools/scripts/test.ts');
  spawnSync(process.execPath, [program, ...suites], { cwd: root, env, stdio: 'inherit' });
  const calls = readCalls(folder);
  rmSync(folder, { recursive: true, force: true });
  return calls;
}

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' } },
  allowPositionals: true,
});
const suites = positionals.length === 0 ? DEFAULT_SUITES : positionals;
const seen = values.from === undefined ? callsOf(suites) : readCalls(values.from);
const operations = await documentedOperations();
const chosen = chooseCalls(seen, operations, await substituteOf());
const known = readRecordedCalls();
await writeRecordedCalls({ ...known, ...chosen });
const missing = operations.filter(({ operationId }) => !(operationId in { ...known, ...chosen }));
process.stdout.write(
  `${String(seen.length)} calls; ${String(Object.keys(chosen).length)} operations recorded; ` +
    `without an example: ${missing.map(({ operationId }) => operationId).join(', ') || 'none'}\n`,
);
