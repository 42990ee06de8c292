/**
 * `node services/payout/src/cli/measure-run.ts [--affiliates 10000]`: lets a process of its own pay a monthly run of
 * so many affiliates, half at each provider of the bundled sandbox, and prints as JSON how long that took, what
 * the process used of a core and what it held in memory. The ledger is a quick one that lies in this
 * process, as does the sandbox. Needs MONGO_URL, KAFKA_BROKERS and REDIS_URL; the database is of its own,
 * and dropped. Exit code 1: it took longer than ten minutes, somebody did not get what was earned, or the books of
 * providers, payouts and ledger disagree afterwards.
 */
import { parseArgs } from 'node:util';
import { AT_MOST_MS, measureRun, openRunMeasuring } from '../testing/measured-run.ts';

const { values } = parseArgs({ options: { affiliates: { type: 'string', default: '10000' } } });
const payout = await openRunMeasuring();
try {
  const measured = await measureRun(payout, Number(values.affiliates));
  process.stdout.write(`${JSON.stringify(measured)}\n`);
  const isSlow = measured.seconds * 1000 > AT_MOST_MS;
  if (isSlow || measured.wrong + measured.differences > 0) process.exitCode = 1;
} finally {
  await payout.service.platform.mongo.connection.dropDatabase();
  await payout.close();
}
