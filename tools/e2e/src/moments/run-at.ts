import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engines, repositoryRoot } from '@tributary/engines';

/** What the suites showed at a moment. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The suites with a failure, by their path in the repository. */
  readonly failedSuites: readonly string[];
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

const CLOCK = fileURLToPath(import.meta.resolve('./shifted-clock.ts'));

/** The settings by which Node's processes, and those that they start, have a clock that is `aheadMs` ahead. */
const shiftedBy = (aheadMs: number): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${CLOCK}`.trim(),
  CLOCK_AHEAD_MS: String(aheadMs),
});

function runJest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const jest = join(repositoryRoot(), 'node_modules/jest/bin/jest.js');
  const child = spawn(
    process.execPath,
    ['--disable-warning=TimeoutNegativeWarning', jest, ...args],
    {
      cwd: repositoryRoot(),
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      process.off('exit', stop);
      resolve();
    });
  });
}

function readOutcome(report: string): Outcome {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as JestReport;
  const failedSuites = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(repositoryRoot(), name));
  return { passed: numPassedTests, failed: numFailedTests, failedSuites };
}

/**
 * Runs suites on these engines with the clock set to `moment`; those that failed run once more, alone, because a busy machine
 * may have been too slow. The engines keep the machine's clock.
 * @param suites patterns of paths
 */
export async function runAt(
  moment: string,
  suites: readonly string[],
  engines: Engines,
): Promise<Outcome> {
  const report = join(repositoryRoot(), '.engines', 'moment.json');
  const run = async (args: readonly string[]): Promise<Outcome> => {
    rmSync(report, { force: true });
    await runJest([...args, '--json', '--outputFile', report], {
      MONGO_URL: engines.mongoUrl,
      KAFKA_BROKERS: engines.kafkaBrokers,
      REDIS_URL: engines.redisUrl,
      ...shiftedBy(Date.parse(moment) - Date.now()),
    });
    return readOutcome(report);
  };
  const first = await run(['--maxWorkers', '3', ...suites]);
  if (first.failedSuites.length === 0) return first;
  const again = await run(['--runInBand', ...first.failedSuites]);
  return { ...again, passed: first.passed };
}
