import { type Mongo, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';
import { openLog } from '@tributary/service';
import { withRebuildLease } from '../workflows/rebuild-lease.ts';
import { rebuildSums, type RebuildReport } from '../workflows/rebuild-sums.ts';
import { campaignDays } from '../store/audit-store.ts';
import { collections as declared } from '../store/collections.ts';
import { snapshotOf, storesOf } from '../store/stores.ts';

const USAGE = `The sums of reports, counted again from the clicks of each minute, every conversion and every commission

  npm run tool -- analytics verify    reports what differs
  npm run tool -- analytics rebuild   corrects what differs, a thousand sums in one transaction; the service may go on
                                      meanwhile, and a rebuild that was ended is continued by the next

Prints {same, days, facts, wrongSums, differences [], repaired}. Exit code 0: the same, or set right; 1: differences; 2: not done.
Environment: MONGO_URL, MONGO_TLS_CA and NAMESPACE, else those of the system that npm start runs.`;

const complain = (text: string): number => {
  process.stderr.write(`${text}\n`);
  return 2;
};

async function count(mongo: Mongo, repair: boolean): Promise<RebuildReport> {
  const collections = await openCollections(mongo.connection, declared);
  const counting = {
    snapshot: snapshotOf(mongo, collections),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    days: campaignDays(collections),
    now: new Date(),
    repair,
  };
  if (!repair) return rebuildSums(counting);
  return withRebuildLease(mongo, (requireLease) => rebuildSums({ ...counting, requireLease }));
}

async function run(repair: boolean): Promise<number> {
  const url = mongoUrlOf(process.env);
  if (url === undefined) return complain('MONGO_URL is not set');
  const database = `${process.env['NAMESPACE'] ?? ''}tributary_analytics`;
  try {
    const mongo = await openMongo({ url, database, log: openLog('analytics', 'error') });
    const report = await count(mongo, repair).finally(() => mongo.close());
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.same || report.repaired ? 0 : 1;
  } catch (error) {
    return complain(`Not done: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const command = process.argv[2];
const known = command === 'verify' || command === 'rebuild';
process.exitCode = known ? await run(command === 'rebuild') : complain(USAGE);
