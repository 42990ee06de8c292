import type mongoose from 'mongoose';
import { EngineError } from '../errors.ts';
import type { Router } from './apply-shard-keys.ts';

interface ShardedRow {
  readonly _id: string;
  readonly key: Readonly<Record<string, unknown>>;
}

/** The keys that the config servers know. */
async function readKeys(
  client: mongoose.mongo.MongoClient,
): Promise<Map<string, ShardedRow['key']>> {
  const rows = client.db('config').collection<ShardedRow>('collections').find({});
  return new Map((await rows.toArray()).map(({ _id, key }) => [_id, key]));
}

/** Before it, updates of one document have to name its shard key, which those by `_id` do not. */
const FIRST_MAJOR = 8;

/** The router of a sharded cluster. @throws EngineError where it is none, or is too old */
export async function routerOf(client: mongoose.mongo.MongoClient): Promise<Router> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello['msg'] !== 'isdbgrid') {
    throw new EngineError('MONGO_URL is no mongos', 'name the routers of a sharded cluster');
  }
  const { version } = (await admin.command({ buildInfo: 1 })) as unknown as { version: string };
  if (Number.parseInt(version, 10) < FIRST_MAJOR) {
    throw new EngineError(`MongoDB ${version} is too old to shard`, 'use MongoDB 8.0 or newer');
  }
  return {
    keys: () => readKeys(client),
    shard: async ({ database, collection, key }) => {
      // An existing collection needs an index that begins with the key.
      await client
        .db(database)
        .collection(collection)
        .createIndexes([{ key: { ...key } }]);
      await admin.command({ shardCollection: `${database}.${collection}`, key });
    },
  };
}
