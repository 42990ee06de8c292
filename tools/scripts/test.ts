/**
 * `npm test`: the checks, then every test against engines of its own, and a last line with the sum.
 * Arguments go to jest and leave the checks out: `npm test -- services/payout`.
 */
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAMESPACES_FILE } from '@tributary/messaging/testing/namespaces';
import {
  engineConfig,
  findChromium,
  findPhp,
  messageOf,
  openEngines,
  repositoryRoot,
  type Engines,
} from '@tributary/engines';
import {
  add,
  type Counts,
  FAILURE,
  type JestResult,
  NOTHING,
  readJestReport,
  readSummary,
  summaryLine,
} from './test/counts.ts';
import { type Finished, runNode, type RunningProgram } from './test/program.ts';
import { openNamespaceNotes } from './test/namespaces.ts';
import { lossLines, progressFileOf, readProgress } from './test/progress.ts';

const root = repositoryRoot();
const directory = join(root, '.engines', 'test');

/**
 * For everything together, as a slow machine is slow in all parts alike: less than .ci/run
 * allows, for the sum. What was installed before counts as well.
 */
const WITHIN_MINUTES = 19.6;
const startedAt = Number(process.env['BOOTSTRAP_STARTED_AT'] ?? Date.now());
const deadline = startedAt + WITHIN_MINUTES * 60_000;
const leftMs = (): number => Math.max(0, deadline - Date.now());

/** What kafkajs sets off at every connection on Node 24. */
const QUIET = '--disable-warning=TimeoutNegativeWarning';

const JEST = 'node_modules/jest/bin/jest.js';

/** MiB; with less, the garbage of the tests takes an eighth of their time. */
const YOUNG_GENERATION = '--max-semi-space-size=32';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The program that runs now, which is ended with this one. */
let current: RunningProgram | undefined;
const interruption = new AbortController();
/** Checked before each step: the interruption may come while a program runs. */
const isInterrupted = (): boolean => interruption.signal.aborted;

/** Runs a part of the test run, as long as there is time left. */
async function run(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Finished> {
  if (isInterrupted()) return { code: 130, output: '', isStopped: true };
  if (leftMs() === 0) {
    print(`not run, as no time was left: ${name}`);
    return { code: 1, output: '', isStopped: true };
  }
  const options = { directory: root, env, withinMs: leftMs() };
  const pass = (text: string): void => void process.stdout.write(text);
  current = runNode(args, { ...options, print: pass });
  const finished = await current.finished;
  current = undefined;
  if (finished.isStopped) {
    const why = isInterrupted() ? '' : `, ${String(WITHIN_MINUTES)} minutes after the start`;
    print(`${name}: stopped${why}`);
  }
  return finished;
}

const withFailure = (code: number, counts: Counts): Counts =>
  code !== 0 && counts.failed === 0 ? add(counts, FAILURE) : counts;

async function runChecks(): Promise<Counts> {
  const { code, output } = await run('checks', ['tools/scripts/check.ts']);
  return withFailure(code, readSummary(output) ?? NOTHING);
}

/** The stories share a system, which is there before the first and until after the last one. */
const SHARED_SYSTEM = [
  ['--globalSetup', join(root, 'tools/e2e/src/stories/open-shared-system.ts')],
  ['--globalTeardown', join(root, 'tools/e2e/src/stories/close-shared-system.ts')],
].flat();

/** What jest needs for these suites. */
const setupFor = (suites: readonly string[]): readonly string[] =>
  suites.some((suite) => suite.includes('tools/e2e/src/stories/')) ? SHARED_SYSTEM : [];

/** The suites that jest would run with these arguments. */
async function listSuites(args: readonly string[]): Promise<string[]> {
  const { finished } = runNode([JEST, '--listTests', ...args], {
    directory: root,
    env: {},
    withinMs: leftMs(),
    print: () => undefined,
  });
  return (await finished).output.split('\n');
}

/** Runs jest once. Of a run that was stopped it counts the suites that had ended. */
async function runJestOnce(
  name: string,
  args: readonly string[],
  engines: Engines,
): Promise<JestResult> {
  const report = join(directory, `jest-${name}.json`);
  const progress = fileURLToPath(import.meta.resolve('./test/progress-reporter.ts'));
  // Reporters take every word that follows, up to the next option.
  const reporters = ['--reporters', 'default', progress];
  const jest = [JEST, ...reporters, '--json'];
  const env = {
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: join(root, '.engines', 'compile-cache'),
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
    ...namespacesFile,
  };
  const started = Date.now();
  const { code, isStopped } = await run(
    name,
    [QUIET, YOUNG_GENERATION, ...jest, '--outputFile', report, ...args],
    env,
  );
  if (!isStopped) {
    const result = readJestReport(report, started) ?? NO_SUITES;
    return { ...result, counts: withFailure(code, result.counts) };
  }
  const come = readProgress(progressFileOf(report), started);
  lossLines(come).forEach(print);
  return { ...NO_SUITES, counts: add(come.counts, FAILURE) };
}

const NO_SUITES: JestResult = { counts: NOTHING, failedSuites: [], countsOfOthers: NOTHING };

/** More failed suites than this are no coincidence of timing. */
const RERUN_AT_MOST = 5;

/**
 * Runs jest, and the few suites that failed once more, alone: on a busy machine a wait may run out. A
 * suite that passes then is named as flaky in the output.
 */
async function runJest(name: string, args: readonly string[], engines: Engines): Promise<Counts> {
  const first = await runJestOnce(name, args, engines);
  const { failedSuites: failed, counts } = first;
  if (failed.length === 0 || failed.length > RERUN_AT_MOST || isInterrupted()) return counts;
  const suites = failed.map((path) => relative(root, path));
  print(`running again: ${suites.join(', ')}`);
  const again = await runJestOnce(
    `${name}-again`,
    ['--runInBand', ...setupFor(suites), ...suites],
    engines,
  );
  for (const path of failed) {
    if (!again.failedSuites.includes(path))
      print(`flaky, failed once and passed: ${relative(root, path)}`);
  }
  return add(first.countsOfOthers, again.counts);
}

async function build(): Promise<Counts> {
  const { code } = await run('build', ['tools/scripts/build.ts']);
  return withFailure(code, NOTHING);
}

const JEST_ON_SERVICES = ['--maxWorkers', '3', '--testPathIgnorePatterns', '^<rootDir>/tools/e2e/'];
const JEST_ON_STORIES = ['--maxWorkers', '3', '--testPathPatterns', '^tools/e2e/src/stories/'];
const JEST_ON_SYSTEMS = ['--runInBand', '--testPathPatterns', '^tools/e2e/src/(?!stories/|faults)'];

/**
 * The tests of one service first, three at a time, which keep two cores busy, as they wait for half of their time; then the
 * stories, which share a system, and then, one at a time, what has a system of its own: two that start at once take longer
 * than one after the other. These have engines of their own: with the topics and databases that tests leave behind, every
 * process of a system takes longer. The tests of a system under faults take minutes: `npm run chaos` runs them.
 */
async function runAll(opening: Promise<Engines>, browser: Promise<void>): Promise<Counts> {
  const onServices = (engines: Engines) => runJest('services', JEST_ON_SERVICES, engines);
  const services = await withEngines(opening, onServices);
  const reopening = ahead(openTestEngines());
  const built = await build();
  await browser;
  const longestFirst = fileURLToPath(import.meta.resolve('./test/longest-first.ts'));
  const order = ['--testSequencer', longestFirst];
  const systems = await withEngines(reopening, async (engines) =>
    add(
      await runJest('stories', [...SHARED_SYSTEM, ...JEST_ON_STORIES, ...order], engines),
      await runJest('systems', [...JEST_ON_SYSTEMS, ...order], engines),
    ),
  );
  return [services, built, systems].reduce(add);
}

/** Installs a program where it is missing; without it the tests that need it fail. */
async function prepare(find: (log: (line: string) => void) => Promise<string>): Promise<void> {
  await find(print).catch((error: unknown) => print(messageOf(error)));
}

/** Marks what is awaited later: its failure is reported there. */
function ahead<T>(begun: Promise<T>): Promise<T> {
  begun.catch(() => undefined);
  return begun;
}

async function test(args: readonly string[]): Promise<Counts> {
  mkdirSync(directory, { recursive: true });
  // The checks need the processors while programs are downloaded.
  const opening = ahead(prepare(findPhp).then(openTestEngines));
  if (args.length > 0) {
    const setup = setupFor(await listSuites(args));
    return withEngines(opening, (engines) => runJest('chosen', [...setup, ...args], engines));
  }
  // One after the other, because apt refuses two installations at once.
  const browser = opening.then(() => prepare(findChromium)).catch(() => undefined);
  const checked = await runChecks();
  return add(checked, await runAll(opening, browser));
}

const openTestEngines = (): Promise<Engines> =>
  openEngines({ directory, mode: 'test', log: print });

/** Runs tests on engines that are opened for them, and closes these. */
async function withEngines(
  opening: Promise<Engines>,
  work: (engines: Engines) => Promise<Counts>,
): Promise<Counts> {
  const engines = await opening;
  print(`engines: ${engines.kind}`);
  try {
    if (isInterrupted()) return FAILURE;
    return await withTopicsDeleted(engines, () => work(engines));
  } finally {
    await engines.close();
  }
}

/** Set on engines that others use as well. */
let namespacesFile: NodeJS.ProcessEnv = {};

/** Deletes the topics of the tests where the engines outlive the run. */
async function withTopicsDeleted(
  { kafkaBrokers }: Engines,
  work: () => Promise<Counts>,
): Promise<Counts> {
  if (engineConfig().kafkaBrokers === undefined) return work();
  const notes = await openNamespaceNotes(directory, kafkaBrokers);
  namespacesFile = { [NAMESPACES_FILE]: notes.file };
  const counts = await work();
  try {
    print(`deleted ${String(await notes.deleteOwn())} topics of the tests`);
  } catch (error) {
    print(`the topics of the tests stay until the next run: ${messageOf(error)}`);
  }
  return counts;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruption.abort();
    current?.stop();
  });
}

let counts = FAILURE;
try {
  counts = await test(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
}
print(summaryLine(counts));
process.exit(counts.failed > 0 || isInterrupted() ? 1 : 0);
