import { randomUUID } from 'node:crypto';
import {
  databaseOf,
  type Mongo,
  openCollections,
  openMongo,
  transactionOf,
} from '@tributary/mongo';
import { mongoUrlOf } from '@tributary/mongo/access';
import { openLog } from '@tributary/service';
import { createLease, renewLease } from '@tributary/work';
import { rebuildSums } from '../workflows/rebuild-sums.ts';
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

const RENEW_MS = 2_000;

/** One rebuild at a time, because two would both add what a sum lacks. */
async function withLease<T>(
  { connection }: Mongo,
  isNeeded: boolean,
  work: (requireLease: () => void) => Promise<T>,
): Promise<T> {
  if (!isNeeded) return work(() => undefined);
  const lease = createLease(databaseOf(connection), { name: 'rebuild-sums', owner: randomUUID() });
  const requireLease = () => {
    if (!lease.isHeld()) throw new Error('another rebuild is running');
  };
  await lease.acquire();
  const stopRenewing = renewLease(lease, RENEW_MS);
  try {
    requireLease();
    return await work(requireLease);
  } finally {
    stopRenewing();
    await lease.release();
  }
}

async function run(repair: boolean): Promise<number> {
  const url = mongoUrlOf(process.env);
  if (url === undefined) return complain('MONGO_URL is not set');
  const database = `${process.env['NAMESPACE'] ?? ''}tributary_analytics`;
  try {
    const mongo = await openMongo({ url, database, log: openLog('analytics', 'error') });
    const collections = await openCollections(mongo.connection, declared);
    const report = await withLease(mongo, repair, (requireLease) =>
      rebuildSums({
        snapshot: snapshotOf(mongo, collections),
        transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
        days: campaignDays(collections),
        now: new Date(),
        repair,
        requireLease,
      }),
    );
    await mongo.close();
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.same || report.repaired ? 0 : 1;
  } catch (error) {
    return complain(`Not done: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const command = process.argv[2];
const known = command === 'verify' || command === 'rebuild';
process.exitCode = known ? await run(command === 'rebuild') : complain(USAGE);
