import { parseArgs } from 'node:util';
import { nextPayoutDay, type ScheduledFrequency, scheduledFrequencies } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { openCollections, openMongo } from '@tributary/mongo';
import { configOrExit, databaseOf, openLog, openServiceTokens } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { type Config, readPayoutConfig } from '../config.ts';
import { newRun } from '../domain/payout-run.ts';
import { openRun } from '../workflows/open-runs.ts';
import { compareBooks } from '../workflows/compare-books.ts';
import { reconciliationReport } from '../views/reconciliation-report.ts';
import { openLedger } from '../clients/ledger.ts';
import { openProviders } from '../clients/providers/open-providers.ts';
import { collections } from '../store/collections.ts';
import { payoutStore } from '../store/payout-store.ts';
import { runStore } from '../store/run-store.ts';

const USAGE = `Payouts: comparison of the books, and early runs

  npm run tool -- payouts reconcile [--wait SECONDS] [--days N]
      compares the providers' payments of the last N days (all), our payouts and the ledger to the cent.
      Waits up to SECONDS (30) for payouts in progress to end.
      Exit code 0: they agree; 1: they do not; 2: the comparison failed.
  npm run tool -- payouts run daily|weekly|biweekly|monthly
      begins the next scheduled run now; on its own day no other run begins.

Environment: MONGO_URL and the other settings of the payout service, else the addresses of the system that npm start runs.`;

const log = openLog('payout', 'error');
const now = (): Date => new Date();
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { wait: { type: 'string' }, days: { type: 'string' }, help: { type: 'boolean' } },
});
const [command, frequency] = positionals;
const number = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : Number(text);
const waitS = number(values.wait, 30);
const days = number(values.days, Infinity);
const isFrequency = (text: string | undefined): text is ScheduledFrequency =>
  scheduledFrequencies.some((one) => one === text);

process.exitCode = await run();

/** The command, or undefined where the arguments are wrong. */
function commandOf(): ((config: Config) => Promise<number>) | undefined {
  if (!(waitS >= 0 && days >= 0)) return undefined;
  if (command === 'reconcile') return reconcile;
  if (command === 'run' && isFrequency(frequency)) return (config) => begin(config, frequency);
  return undefined;
}

async function run(): Promise<number> {
  const execute = commandOf();
  if (values.help === true || execute === undefined) {
    print(USAGE);
    return values.help === true ? 0 : 2;
  }
  const config = configOrExit(() => readPayoutConfig(process.env));
  try {
    return await execute(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Failed: ${reason}\n`);
    return 2;
  }
}

async function reconcile(config: Config): Promise<number> {
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const grpc = openGrpcClient(
    'tributary.commission.v1.Ledger',
    config.grpcAddresses.commission,
    openServiceTokens(config.serviceIdentity),
  );
  const { providers, close } = openProviders({ ...config });
  try {
    const payouts = payoutStore(await openCollections(mongo.connection, collections), now);
    const since = new Date(Math.max(0, Date.now() - days * DAY_MS));
    const books = { providers, payouts, ledger: openLedger(grpc) };
    const found = await compareBooks(books, { since, maxWaitMs: waitS * 1000 });
    for (const line of reconciliationReport(found)) print(line);
    return found.differences.length === 0 ? 0 : 1;
  } finally {
    await close();
    grpc.close();
    await mongo.close();
  }
}

async function begin(config: Config, chosen: ScheduledFrequency): Promise<number> {
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  try {
    const runs = runStore(await openCollections(mongo.connection, collections), now);
    const today = now();
    const run = newRun(chosen, nextPayoutDay(chosen, today), today);
    const isNew = await openRun({ runs, log }, run);
    print(isNew ? `The run ${run.id} begins` : `The run ${run.id} exists already`);
    return 0;
  } finally {
    await mongo.close();
  }
}
