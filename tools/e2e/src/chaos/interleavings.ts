import { spawn } from 'node:child_process';
import { type Engines, repositoryRoot } from '@tributary/engines';
import { emptyReport, type Report } from './report.ts';

const SUITE = 'services/commission/src/features/verify-ledger/interleavings';

/** Runs the test of interleaved transactions with many more interleavings; a failure prints its seed. */
export async function manyInterleavings(engines: Engines, runs: number): Promise<Report> {
  const { mongoUrl, kafkaBrokers, redisUrl } = engines;
  const urls = { MONGO_URL: mongoUrl, KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl };
  const child = spawn(process.execPath, ['tools/scripts/test.ts', SUITE], {
    cwd: repositoryRoot(),
    stdio: 'inherit',
    env: { ...process.env, ...urls, INTERLEAVINGS: String(runs) },
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ...emptyReport('Approvals, refunds, cancellations and payouts, their transactions interleaved'),
    lines: [`R10: ${String(runs)} interleavings on the ledger's own use cases and MongoDB`],
    problems: code === 0 ? [] : ['the books differ: see the output of the run'],
  };
}
