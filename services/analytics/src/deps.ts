import { transactionOf } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { openCollections } from './store/collections.ts';
import { readersOf, storesOf } from './store/stores.ts';

/** Opens what the use-cases need. */
export async function openDeps(_config: Config, { mongo, clock, log }: Platform) {
  const collections = await openCollections(mongo);
  return {
    clock,
    log,
    ...storesOf(collections),
    ...readersOf(mongo, collections),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    close: () => Promise.resolve(),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
