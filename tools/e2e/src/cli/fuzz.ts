/**
 * Sends valid and invalid calls from the OpenAPI document and checks every answer.
 * `npm run tool -- fuzz [--paths REGEX] [--examples 50] [--seed 1]`: Schemathesis generates valid and invalid
 * calls from the OpenAPI document and checks every answer: no 5xx; no status, header, content type or schema
 * that the document lacks; valid calls accepted and invalid ones refused. It runs against a separate system
 * without rate limits and needs Python 3 with venv and pip.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { Client, createFixture, follow, payoutAccount, post } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';
import { type Callers, settingsFor } from '../fuzz/settings.ts';

const VERSION = '4.32.5';
/** Every path but the stream of notifications, which does not end. */
const DEFAULT_PATHS = '^/(?!api/notifications/stream)';
/** What may end the session of its caller, so that every later call would be refused: called last. */
const ENDS_SESSIONS = '^/api/auth/(logout|sessions|me)(/|$)';
const { values } = parseArgs({
  options: {
    paths: { type: 'string', default: DEFAULT_PATHS },
    examples: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** The beginning of the files for the results, as JUnit XML. */
    report: { type: 'string' },
  },
});

const folder = join(repositoryRoot(), '.engines/schemathesis');
const program = join(folder, 'bin/schemathesis');

function must(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) return;
  throw new Error(
    `${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`,
  );
}

/** Installs this version of Schemathesis in a separate Python environment. */
function installSchemathesis(): void {
  const has = existsSync(program) && spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  if (typeof has === 'string' && has.includes(VERSION)) return;
  print(`installing schemathesis ${VERSION} into .engines ...`);
  must('python3', ['-m', 'venv', '--clear', folder]);
  must(join(folder, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ]);
}

interface Known extends Callers {
  readonly clickId: string;
  readonly conversionIds: readonly string[];
  readonly endpointId: string;
  readonly accountId: string;
}

/** Creates the records that calls refer to: a link with a click, and pending conversions. */
async function createRecords(system: TestSystem): Promise<Known> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  for (const person of [fixture.brand, fixture.affiliate]) {
    const body = { plan: 'pro' };
    await client.must('PUT', `/api/admin/users/${person.id}/plan`, { token: fixture.admin, body });
    await client.signIn(person);
  }
  const endpoint = await client.must('POST', '/api/webhooks/endpoints', {
    token: fixture.brand.token,
    body: { url: `${system.sandboxUrl}/receiver/fuzz`, events: ['conversion.tracked'] },
  });
  const accountId = await payoutAccount(client, fixture);
  const clickId = await follow(client, fixture.trackingCode);
  const conversionIds: string[] = [];
  for (let order = 0; order < 20; order += 1) {
    conversionIds.push(await post(client, clickId, `fuzz-${String(order)}`, '20.00'));
  }
  const account = await client.register('brand', 'Account');
  const endpointId = endpoint.data.id;
  return { fixture, account, clickId, conversionIds, endpointId, accountId };
}

/** One run over the operations that `filter` selects. @returns the exit code */
async function generateCalls(
  system: TestSystem,
  known: Known,
  { filter, name }: { readonly filter: readonly string[]; readonly name: string },
): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'tributary-fuzz-'));
  const settings = join(scratch, 'schemathesis.toml');
  writeFileSync(settings, await settingsFor(system.baseUrl, known));
  const args = [
    ...['--config-file', settings, 'run', `${system.baseUrl}/openapi.json`],
    ...[...filter, '--max-examples', values.examples],
    ...['--seed', values.seed, '--generation-database', 'none', '--no-color'],
    ...(values.report === undefined
      ? []
      : ['--report-junit-path', `${values.report}.${name}`, '--report', 'junit']),
  ];
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'known_records',
    PYTHONPATH: join(repositoryRoot(), 'tools/e2e/src/cli'),
    KNOWN_RECORDS: JSON.stringify({
      click_id: [known.clickId],
      conversion_id: known.conversionIds,
      campaign_id: [known.fixture.campaignId],
      affiliate_id: [known.fixture.affiliate.id],
      tracking_code: [known.fixture.trackingCode],
      endpoint_id: [known.endpointId],
      account_id: [known.accountId],
      payment_method_id: [known.accountId],
    }),
  };
  const child = spawn(program, args, { cwd: scratch, env, stdio: 'inherit' });
  const code = await new Promise<number>((done) =>
    child.once('exit', (status) => {
      done(status ?? 1);
    }),
  );
  rmSync(scratch, { recursive: true, force: true });
  return code;
}

async function run(system: TestSystem): Promise<number> {
  const known = await createRecords(system);
  const most = ['--include-path-regex', values.paths, '--exclude-path-regex', ENDS_SESSIONS];
  const first = await generateCalls(system, known, { filter: most, name: 'most' });
  if (values.paths !== DEFAULT_PATHS) return first;
  const last = ['--include-path-regex', ENDS_SESSIONS];
  const second = await generateCalls(system, known, { filter: last, name: 'sessions' });
  return Math.max(first, second);
}

installSchemathesis();
await withOwnSystem(
  {
    RATE_LIMIT_API_PER_MINUTE: '0',
    RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP: '0',
    RATE_LIMIT_TEAM_INVITATIONS_PER_DAY: '0',
  },
  async (system) => {
    process.exitCode = await run(system);
  },
);
