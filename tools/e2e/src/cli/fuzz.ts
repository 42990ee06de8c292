/**
 * Calls the API as its OpenAPI document allows and forbids, and checks every answer.
 * `npm run tool -- fuzz [--paths REGEX] [--examples 50] [--seed 1]`: Schemathesis, an independent tester, makes
 * right and wrong calls from the OpenAPI document and looks at every answer: no 5xx, no status, header,
 * content type or shape that the document does not tell, right calls taken and wrong ones refused. It runs
 * against a system of its own whose rate limits are off; Python 3 with venv and pip is all it needs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { Client, follow, post, setStage, type Stage } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { say, withOwnSystem } from '../chaos/with-own-system.ts';

const VERSION = '4.32.5';
/** What tracking answers; attribution's two paths among them are asked for as well. */
const TRACKING_PATHS =
  '^/(r/|t/|api/track/|api/conversions/|api/(affiliate|brand)/conversions|api/brand/(integrations|tracking-secrets)|api/integrations/)';
/**
 * What these take is bound by rules that no schema tells, so that a call that fits the schema may be
 * refused with 400: amounts have the decimals of their currency, times lie within a year, one of two ids
 * is given, a range begins before it ends, weights add up, each factor of fraud has thresholds of its own, and
 * each platform has credentials of its own.
 */
const RULES_BEYOND_SCHEMA = [
  '^/api/track/',
  '^/api/conversions/track$',
  '^/t/pixel.gif$',
  '^/api/affiliate/conversions',
  '^/api/brand/conversions$',
  '^/api/brand/conversions/(campaigns/|fraud-analysis|fraud-settings)',
  '^/api/brand/integrations',
];
const { values } = parseArgs({
  options: {
    paths: { type: 'string', default: TRACKING_PATHS },
    examples: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** Where the figures of the run go, JUnit XML. */
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

/** Schemathesis in a Python environment of its own, in the version that is written here. */
function installSchemathesis(): void {
  const has = existsSync(program) && spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
  if (typeof has === 'string' && has.includes(VERSION)) return;
  say(`installing schemathesis ${VERSION} into .engines ...`);
  must('python3', ['-m', 'venv', '--clear', folder]);
  must(join(folder, 'bin/pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ]);
}

interface Known {
  readonly stage: Stage;
  readonly clickId: string;
  readonly conversionIds: readonly string[];
}

/** Something for calls to meet: a link with a click, and conversions that wait. */
async function setScene(system: TestSystem): Promise<Known> {
  const client = new Client(system);
  const stage = await setStage(client);
  const clickId = await follow(client, stage.trackingCode);
  const conversionIds: string[] = [];
  for (let order = 0; order < 20; order += 1) {
    conversionIds.push(await post(client, clickId, `fuzz-${String(order)}`, '20.00'));
  }
  return { stage, clickId, conversionIds };
}

const toml = (value: string): string => JSON.stringify(value);

const mayRefuse = (paths: string): string => `
[[operations]]
include-path-regex = ${toml(paths)}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "429", "503"]
`;

/** Who calls what: a brand its own paths, an affiliate theirs. */
const settingsFor = ({ stage }: Known): string => `
continue-on-failure = true
[[operations]]
include-path-regex = "^/api/(brand|conversions)/"
headers = { Authorization = ${toml(`Bearer ${stage.brand.token}`)} }
[[operations]]
include-path-regex = "^/api/(affiliate|affiliate-reports|payouts|commissions)"
headers = { Authorization = ${toml(`Bearer ${stage.affiliate.token}`)} }
${RULES_BEYOND_SCHEMA.map(mayRefuse).join('')}`;

async function run(system: TestSystem): Promise<number> {
  const known = await setScene(system);
  const scratch = mkdtempSync(join(tmpdir(), 'tributary-fuzz-'));
  const settings = join(scratch, 'schemathesis.toml');
  writeFileSync(settings, settingsFor(known));
  const args = [
    ...['--config-file', settings, 'run', `${system.baseUrl}/openapi.json`],
    ...['--include-path-regex', values.paths, '--max-examples', values.examples],
    ...['--seed', values.seed, '--generation-database', 'none', '--no-color'],
    ...(values.report === undefined
      ? []
      : ['--report-junit-path', values.report, '--report', 'junit']),
  ];
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'known_records',
    PYTHONPATH: join(repositoryRoot(), 'tools/e2e/src/cli'),
    KNOWN_RECORDS: JSON.stringify({
      click_id: [known.clickId],
      conversion_id: known.conversionIds,
      campaign_id: [known.stage.campaignId],
      affiliate_id: [known.stage.affiliate.id],
      tracking_code: [known.stage.trackingCode],
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

installSchemathesis();
await withOwnSystem({ RATE_LIMIT_API_PER_MINUTE: '0' }, async (system) => {
  process.exitCode = await run(system);
});
