/**
 * `npm test`: the checks, then every test against engines of its own, and a last line with the sum.
 * Arguments go to jest and leave the checks out: `npm test -- services/payout`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, openEngines, repositoryRoot, type Engines } from '@tributary/engines';
import {
  add,
  FAILURE,
  NOTHING,
  readJestReport,
  readSummary,
  summaryLine,
  type Counts,
} from './test/counts.ts';

const root = repositoryRoot();
const directory = join(root, '.engines', 'test');
const JEST_WITHIN_MS = 840_000;

/** What kafkajs sets off at every connection on Node 24. */
const QUIET = '--disable-warning=TimeoutNegativeWarning';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The program that runs now, to be ended when we are. */
let current: ChildProcess | undefined;
const interruption = new AbortController();

interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs Node with our streams, in a group of its own, and keeps what it printed on standard output. */
async function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  withinMs: number,
): Promise<Finished> {
  if (interruption.signal.aborted) return { code: 130, output: '' };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  current = child;
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const timer = setTimeout(() => {
    say(`stopped after ${withinMs / 60_000} minutes`);
    endCurrent('SIGKILL');
  }, withinMs);
  const closed = once(child, 'close');
  // Not its streams' end: what a failed test left running would hold them open.
  const [status] = (await once(child, 'exit')) as [number | null];
  const code = status ?? 1;
  clearTimeout(timer);
  endCurrent('SIGKILL');
  await closed;
  current = undefined;
  return { code, output };
}

/** Ends the program's whole group: jest's workers too. */
function endCurrent(signal: NodeJS.Signals): void {
  if (current?.pid === undefined) return;
  try {
    process.kill(-current.pid, signal);
  } catch {
    // It has ended already.
  }
}

async function runChecks(): Promise<Counts> {
  const { code, output } = await runNode(['scripts/check.ts'], {}, JEST_WITHIN_MS);
  const counts = readSummary(output) ?? NOTHING;
  return code !== 0 && counts.failed === 0 ? add(counts, FAILURE) : counts;
}

async function runJest(name: string, args: readonly string[], engines: Engines): Promise<Counts> {
  const report = join(directory, `jest-${name}.json`);
  const jest = ['node_modules/jest/bin/jest.js', '--forceExit', '--json', '--outputFile', report];
  const env = {
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: join(root, '.engines', 'compile-cache'),
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
  };
  const started = Date.now();
  const { code } = await runNode([QUIET, ...jest, ...args], env, JEST_WITHIN_MS);
  const counts = readJestReport(report, started) ?? NOTHING;
  return code !== 0 && counts.failed === 0 ? add(counts, FAILURE) : counts;
}

async function build(): Promise<Counts> {
  const { code } = await runNode(['scripts/build.ts'], {}, JEST_WITHIN_MS);
  return code === 0 ? NOTHING : FAILURE;
}

/**
 * The tests of one service first, three at a time, as they wait for a third of their time; then the stories,
 * two at a time, as each is a whole system.
 */
async function runAll(args: readonly string[], engines: Engines): Promise<Counts> {
  if (args.length > 0) return runJest('chosen', args, engines);
  const parts = [
    await runJest(
      'services',
      ['--maxWorkers', '3', '--testPathIgnorePatterns', '^<rootDir>/e2e/'],
      engines,
    ),
    await build(),
    await runJest('e2e', ['--maxWorkers', '2', '--testPathPatterns', '^e2e/'], engines),
  ];
  return parts.reduce(add);
}

async function test(args: readonly string[]): Promise<Counts> {
  const checks = args.length > 0 ? NOTHING : await runChecks();
  mkdirSync(directory, { recursive: true });
  const engines = await openEngines({ directory, mode: 'test', log: say });
  say(`engines: ${engines.kind}`);
  try {
    return add(checks, await runAll(args, engines));
  } finally {
    await engines.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruption.abort();
    endCurrent('SIGTERM');
  });
}

let counts = FAILURE;
try {
  counts = await test(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
}
say(summaryLine(counts));
process.exit(counts.failed > 0 || interruption.signal.aborted ? 1 : 0);
