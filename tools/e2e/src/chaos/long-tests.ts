import { spawn } from 'node:child_process';
import { type Engines, repositoryRoot } from '@tributary/engines';
import { emptyReport, type Report } from './report.ts';

/** Runs test files on these engines; a failure is printed. @returns whether all tests passed */
async function runTests(
  { mongoUrl, kafkaBrokers, redisUrl }: Engines,
  path: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const urls = { MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl };
  const child = spawn(process.execPath, ['tools/scripts/test.ts', path], {
    cwd: repositoryRoot(),
    stdio: 'inherit',
    // The time that tests may take begins here, not at the begin of the whole run.
    env: { ...process.env, BOOTSTRAP_STARTED_AT: String(Date.now()), ...urls, ...settings },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}

/** Runs the test of interleaved transactions with many more interleavings; a failure prints its seed. */
export async function manyInterleavings(engines: Engines, runs: number): Promise<Report> {
  const path = 'services/commission/src/features/verify-ledger/interleavings';
  const hasPassed = await runTests(engines, path, { INTERLEAVINGS: String(runs) });
  return {
    ...emptyReport('Approvals, refunds, cancellations and payouts, their transactions interleaved'),
    lines: [`R10: ${String(runs)} interleavings on the ledger's own use cases and MongoDB`],
    problems: hasPassed ? [] : ['the books differ: see the output of the run'],
  };
}

/** Runs the tests of single calls around cut engines and killed processes. */
export async function systemUnderFaults(engines: Engines): Promise<Report> {
  const hasPassed = await runTests(engines, 'tools/e2e/src/faults.test.ts');
  return {
    ...emptyReport('Single calls around cut engines and killed processes'),
    lines: ['R1, R4, R5: each call is answered, and has its effect once'],
    problems: hasPassed ? [] : ['a test failed: see the output of the run'],
  };
}
