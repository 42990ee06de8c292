import { openCollections, openAccountData, openErasures, transactionOf } from '@tributary/mongo';
import { type Fonts, type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { createProgress } from './domain/progress.ts';
import { openReportLinks } from './clients/report-links.ts';
import { collections as declared } from './store/collections.ts';
import { readersOf, storesOf } from './store/stores.ts';

/** Opens everything that the features use. */
export async function openDeps(
  config: Config,
  { mongo, clock, newId, log }: Platform,
  fonts: Fonts,
) {
  const collections = await openCollections(mongo.connection, declared);
  return {
    config,
    clock,
    newId,
    log,
    fonts,
    progress: createProgress(),
    links: openReportLinks(config),
    ...storesOf(collections),
    ...readersOf(mongo, collections),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
    close: () => Promise.resolve(),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
