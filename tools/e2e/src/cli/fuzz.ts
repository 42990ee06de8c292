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
import {
  Client,
  createFixture,
  type Fixture,
  follow,
  payoutAccount,
  type Person,
  post,
} from '../client.ts';
import { type TestSystem } from '../system.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';

const VERSION = '4.32.5';
/** Every path but the stream of notifications, which does not end. */
const DEFAULT_PATHS = '^/(?!api/notifications/stream)';
/** What may end the session of its caller, so that every later call would be refused: called last. */
const ENDS_SESSIONS = '^/api/auth/(logout|sessions|me)(/|$)';
/**
 * Paths with rules that no schema expresses, so that a call that fits the schema may be refused with 400:
 * tokens of links, common passwords, credentials of passkeys, the decimals of each currency, times within a
 * year, one of several ids, ranges that begin before they end, weights that add up, addresses and CIDRs, thresholds of each fraud signal, credentials of each platform, images, keys of browsers and what a campaign's kind allows.
 */
const RULES_BEYOND_SCHEMA = [
  '^/account/',
  '^/api/affiliate/campaigns$',
  '^/api/admin/commission-tiers$',
  '^/api/affiliate/(links|payouts/request)$',
  '^/api/auth/(api-keys|forgot-password|invitations/register|login|login/second-factor|me|passkeys|refresh|register|switch)$',
  '^/api/auth/(reset-password|restore-email|second-factor|step-up|verify-email)',
  '^/api/commission-tiers/',
  '^/api/team/invitations$',
  '^/api/track/',
  '^/api/conversions/track$',
  '^/t/pixel.gif$',
  '^/api/affiliate/conversions',
  '^/api/brand/conversions$',
  '^/api/brand/conversions/(campaigns/|fraud-analysis|fraud-settings|fraud-threshold)',
  '^/api/brand/integrations',
  '^/api/brand/campaigns(/[^/]+(/creatives|/invitations|/numbers)?)?$',
  '^/api/brand/coupons',
  '^/api/brand/products',
  '^/api/brand/reports',
  '^/api/affiliate-reports/schedules',
  '^/api/customer-data$',
  '^/api/notifications/(preferences|push-subscriptions|unsubscribe)$',
  '^/api/payouts/(accounts|create$)',
  '^/api/webhooks/(endpoints|subscribe$)',
  '^/t/o$',
];
/** Calls of visitors’ pages, which read what states no consent as absent. */
const ANY_CONSENT = '^/t/(k|o|v)$|^/api/track/';
/** An operation that answers 503 where the shop, which does not exist here, is away. */
const SHOP_AWAY = '^/api/brand/integrations/[^/]+/sync$';
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

interface Known {
  readonly fixture: Fixture;
  /** Whose own account the operations of sign-in read and change: nobody else’s session ends by it. */
  readonly account: Person;
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

const toml = (value: string): string => JSON.stringify(value);

const mayRefuse = (paths: string): string => `
[[operations]]
include-path-regex = ${toml(paths)}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "429", "503"]
`;

interface ApiDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { parameters?: readonly { name: string }[] }>>>
  >;
}

/** The paths of operations with a period, which begins before it ends. */
async function pathsWithPeriods(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const { paths } = (await response.json()) as ApiDocument;
  const hasPeriod = (path: string): boolean =>
    Object.values(paths[path] ?? {}).some(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'end_date'),
    );
  return Object.keys(paths)
    .filter(hasPeriod)
    .map((path) => `^${path.replaceAll(/[{}.]/g, String.raw`\$&`)}$`);
}

/** The settings of Schemathesis: the token for each group of paths, and the refusals allowed. */
const settingsFor = ({ fixture, account }: Known, periods: readonly string[]): string => `
continue-on-failure = true
[[operations]]
include-path-regex = "^/api/auth/"
headers = { Authorization = ${toml(`Bearer ${account.token}`)} }
[[operations]]
include-path-regex = "^/api/(audit|brand/|commission-tiers|conversions/|customer-data|notifications|team/|webhooks)"
headers = { Authorization = ${toml(`Bearer ${fixture.brand.token}`)} }
[[operations]]
include-path-regex = "^/api/(affiliate|affiliate-reports|payouts|commissions)"
headers = { Authorization = ${toml(`Bearer ${fixture.affiliate.token}`)} }
[[operations]]
include-path-regex = "^/api/(admin|notifications/admin)/"
headers = { Authorization = ${toml(`Bearer ${fixture.admin}`)} }
[[operations]]
include-path-regex = ${toml(ANY_CONSENT)}
checks.negative_data_rejection.enabled = false
[[operations]]
include-path-regex = ${toml(SHOP_AWAY)}
checks.not_a_server_error.enabled = false
${[...RULES_BEYOND_SCHEMA, ...periods].map(mayRefuse).join('')}`;

/** One run over the operations that `filter` selects. @returns the exit code */
async function generateCalls(
  system: TestSystem,
  known: Known,
  { filter, name }: { readonly filter: readonly string[]; readonly name: string },
): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'tributary-fuzz-'));
  const settings = join(scratch, 'schemathesis.toml');
  writeFileSync(settings, settingsFor(known, await pathsWithPeriods(system.baseUrl)));
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
