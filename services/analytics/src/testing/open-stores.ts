import { type Mongo, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { type Collections, collections as declared } from '../store/collections.ts';
import { reportFileStore } from '../store/report-job-store.ts';
import { type FigureAdapter, mongoFigures, scopeOf } from '../store/stores.ts';

type OpenAdapter = (mongo: Mongo, collections: Collections) => Promise<FigureAdapter>;

const mongoAdapter: OpenAdapter = (mongo, collections) =>
  Promise.resolve(mongoFigures(mongo, collections, () => Promise.resolve(true)));

/** As before the sums of an earlier release are counted again. */
export const withEarlierSums: OpenAdapter = (mongo, collections) =>
  Promise.resolve(mongoFigures(mongo, collections, () => Promise.resolve(false)));

/** The stores alone, on a database of their own; figures are in MongoDB, or in what `openAdapter` opens. */
export async function openStores(openAdapter: OpenAdapter = mongoAdapter) {
  const env = testEnv({});
  const url = env['MONGO_URL'] ?? '';
  const database = `${env['NAMESPACE'] ?? ''}analytics_stores`;
  const mongo = await openMongo({ url, database, log: openLog('analytics', 'error') });
  const collections = await openCollections(mongo.connection, declared);
  const adapter = await openAdapter(mongo, collections);
  return {
    ...scopeOf(collections, adapter),
    ...adapter.readers,
    reportFiles: reportFileStore(collections),
    url,
    database,
    mongo,
    collections,
    clickCollection: collections.earlierClicks,
    clickDays: collections.clickDays,
    transaction: transactionOf(mongo, (session) => scopeOf(collections, adapter, session)),
    close: async () => {
      await adapter.close();
      await mongo.close();
    },
  };
}

export type OpenStores = Awaited<ReturnType<typeof openStores>>;
