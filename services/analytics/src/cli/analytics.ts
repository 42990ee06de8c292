import { type Mongo, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';
import { openLog, systemClock } from '@tributary/service';
import { withRebuildLease } from '../workflows/rebuild-lease.ts';
import { rebuildSums, type RebuildReport } from '../workflows/rebuild-sums.ts';
import { campaignDays } from '../store/audit-store.ts';
import { clickHouseAdapter } from '../store/clickhouse/adapter.ts';
import { openClickHouse } from '../store/clickhouse/client.ts';
import { figureAudit } from '../store/clickhouse/figure-audit.ts';
import { allDays, type FiguresRebuildReport, rebuildFigures } from '../store/clickhouse/rebuild.ts';
import { type Collections, collections as declared } from '../store/collections.ts';
import { snapshotOf, storesOf } from '../store/stores.ts';

const USAGE = `The sums of reports, counted again from the clicks of each minute, every conversion and every commission

  npm run tool -- analytics verify    reports what differs
  npm run tool -- analytics rebuild   corrects what differs, a thousand sums in one transaction; the service may go on
                                      meanwhile, and a rebuild that was ended is continued by the next

With CLICKHOUSE_URL the figures in ClickHouse are compared, row by row, with the same facts of MongoDB: the first
rebuild fills it. Rows of the last two hours are never deleted, so that what is too much of them stays until later.

Prints {same, days, facts, wrongSums, differences [], repaired}. Exit code 0: the same, or set right; 1: differences; 2: not done.
Environment: MONGO_URL, MONGO_TLS_CA, NAMESPACE and CLICKHOUSE_URL, else those of the system that npm start runs.`;

const complain = (text: string): number => {
  process.stderr.write(`${text}\n`);
  return 2;
};

type Report = RebuildReport | FiguresRebuildReport;
type Count = (repair: boolean, requireLease?: () => void) => Promise<Report>;

/** Sums in MongoDB. */
const countSums =
  (mongo: Mongo, collections: Collections): Count =>
  (repair, requireLease) =>
    rebuildSums({
      snapshot: snapshotOf(mongo, collections),
      transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
      days: campaignDays(collections),
      now: new Date(),
      repair,
      ...(requireLease === undefined ? {} : { requireLease }),
    });

/** Rows in ClickHouse. */
async function countRows(
  { mongo, collections, url }: { mongo: Mongo; collections: Collections; url: string },
  work: (count: Count) => Promise<Report>,
): Promise<Report> {
  const clickHouse = await openClickHouse(url, process.env['NAMESPACE'] ?? '');
  const { closedDays, close } = await clickHouseAdapter(clickHouse, collections, systemClock);
  const audit = figureAudit(clickHouse, closedDays);
  try {
    return await work((repair, requireLease) =>
      rebuildFigures({
        snapshot: snapshotOf(mongo, collections),
        audit,
        days: allDays(campaignDays(collections), audit.listDays()),
        now: new Date(),
        repair,
        ...(requireLease === undefined ? {} : { requireLease }),
      }),
    );
  } finally {
    await close();
  }
}

async function count(mongo: Mongo, repair: boolean): Promise<Report> {
  const collections = await openCollections(mongo.connection, declared);
  const work = (counting: Count): Promise<Report> =>
    repair
      ? withRebuildLease(mongo, (requireLease) => counting(true, requireLease))
      : counting(false);
  const url = process.env['CLICKHOUSE_URL'];
  if (url === undefined) return work(countSums(mongo, collections));
  return countRows({ mongo, collections, url }, work);
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
