import { databaseOf, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { collections as declared } from '../store/collections.ts';
import { reportFileStore } from '../store/report-job-store.ts';
import { mongoFigures, scopeOf } from '../store/stores.ts';

/** The stores alone, on a database of their own. */
export async function openStores() {
  const env = testEnv({});
  const url = env['MONGO_URL'] ?? '';
  const database = `${env['NAMESPACE'] ?? ''}analytics_stores`;
  const mongo = await openMongo({ url, database, log: openLog('analytics', 'error') });
  const collections = await openCollections(mongo.connection, declared);
  const adapter = mongoFigures(mongo, collections);
  return {
    ...scopeOf(collections, adapter),
    ...adapter.readers,
    reportFiles: reportFileStore(collections),
    url,
    database,
    collections,
    clickCollection: collections.earlierClicks,
    clickDays: collections.clickDays,
    transaction: transactionOf(mongo, (session) => scopeOf(collections, adapter, session)),
    close: async () => {
      await databaseOf(mongo.connection).dropDatabase();
      await mongo.close();
    },
  };
}

export type OpenStores = Awaited<ReturnType<typeof openStores>>;
