/**
 * Records the examples of the API document: real calls of each operation, in services/gateway/assets/api-examples.json.
 * `npm run tool -- api-examples [--renew] [SUITE... | --from FOLDER]`: by default on a separate system, which it uses as
 * a brand, an affiliate and an administrator, and in the suites of what needs more than a system;
 * with suites (services/identity) the calls that their tests make; with
 * --from those that `node --import` of examples/record-fetch.ts has written to the folder. Operations that have an
 * example keep it, unless --renew is given. It lists the operations whose JSON answer was not recorded.
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
  type RecordedCalls,
  substituteOf,
  writeRecordedCalls,
} from '../../../scripts/gen/api-document.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';
import { chooseCalls } from '../examples/choose-calls.ts';
import { recordFetch, type SeenCall } from '../examples/record-fetch.ts';
import { callByIds, tour } from '../examples/walk.ts';

const root = repositoryRoot();

function readCalls(folder: string): SeenCall[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').trim().split('\n'),
  );
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SeenCall);
}

/** Runs the suites and returns the calls that they made; a suite that fails has made calls, too. */
function callsOfSuites(suites: readonly string[]): SeenCall[] {
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

const settings = {
  CLICK_BATCH_MS: '500',
  CUSTOMER_ERASURE_SECOND_PASS_SECONDS: '0',
  INTEGRATION_ALLOW_PRIVATE: 'true',
  // Every report is written in the background.
  REPORT_DIRECT_ROWS: '0',
  RATE_LIMIT_API_PER_MINUTE: '0',
  RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY: '0',
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: '0',
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: '0',
  RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: '0',
  RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
  RATE_LIMIT_TEAM_INVITATIONS_PER_DAY: '0',
};

/** The calls of a separate system: those of the tour, whose records suit each other, before the others. */
async function callsOfWalk(): Promise<readonly (readonly SeenCall[])[]> {
  const ofTour: SeenCall[] = [];
  const others: SeenCall[] = [];
  let save = (call: SeenCall): number => ofTour.push(call);
  recordFetch((call) => save(call));
  await withOwnSystem(settings, async (system, engines) => {
    await tour(system, engines, (failure) => {
      print(`refused: ${failure.slice(0, 300)}`);
    });
    save = (call) => others.push(call);
    await callByIds(system);
  });
  return [ofTour, others];
}

const { values, positionals } = parseArgs({
  options: { from: { type: 'string' }, renew: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/**
 * Suites of what a system alone does not have: an authenticator, an OpenID provider, reviews of hundreds of orders, weeks
 * of scores, and an order that is suspicious later.
 */
const OTHER_SUITES = [
  'services/identity/src/features/create-passkey/passkeys.int.test.ts',
  'services/identity/src/features/log-in-by-oidc/oidc.int.test.ts',
  'services/attribution/src/features/record-reviews/record-reviews.int.test.ts',
  'services/attribution/src/features/watch-fraud-drift/watch-fraud-drift.int.test.ts',
  'services/commission/src/features/reserve/ledger.int.test.ts',
];

async function seenCalls(): Promise<readonly (readonly SeenCall[])[]> {
  if (values.from !== undefined) return [readCalls(values.from)];
  if (positionals.length > 0) return [callsOfSuites(positionals)];
  return [...(await callsOfWalk()), callsOfSuites(OTHER_SUITES)];
}

const seen = await seenCalls();
const operations = await documentedOperations();
const substitute = await substituteOf();
const known = readRecordedCalls();
const choices = seen.map((calls) => chooseCalls(calls, operations, substitute));
const chosen: RecordedCalls = Object.assign({}, ...choices.toReversed().map(({ calls }) => calls));
const refused: Record<string, string> = Object.assign({}, ...choices.map((one) => one.refused));
const all = values.renew ? { ...known, ...chosen } : { ...chosen, ...known };
await writeRecordedCalls(all);
for (const [operationId, why] of Object.entries(refused)) {
  if (!(operationId in all)) print(`not of the documented shape: ${operationId}: ${why}`);
}
const missing = operations.filter((one) => one.answersJson && !(one.operationId in all));
print(
  `${String(seen.flat().length)} calls, of ${String(Object.keys(chosen).length)} operations; ` +
    `${String(Object.keys(all).length)} have an example; ` +
    `without one: ${missing.map(({ operationId }) => operationId).join(', ') || 'none'}`,
);
