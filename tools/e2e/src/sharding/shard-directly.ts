import { type Router, type ShardedMongo } from '@tributary/engines';
import mongoose from 'mongoose';

const MAJORITY = { writeConcern: { w: 'majority', wtimeout: 60_000 } };

export interface Cluster {
  readonly config: mongoose.mongo.MongoClient;
  /** By the id of the shard. */
  readonly shards: ReadonlyMap<string, mongoose.mongo.MongoClient>;
  close(): Promise<void>;
}

export async function connectTo({ configUrl, shards }: ShardedMongo): Promise<Cluster> {
  const open = (url: string) => new mongoose.mongo.MongoClient(url).connect();
  const config = await open(configUrl);
  const opened = new Map<string, mongoose.mongo.MongoClient>();
  for (const { id, url } of shards) opened.set(id, await open(url));
  return {
    config,
    shards: opened,
    close: async () => {
      await Promise.all([config, ...opened.values()].map((client) => client.close()));
    },
  };
}

interface DatabaseRow {
  readonly _id: string;
  readonly primary: string;
  readonly version: object;
}

interface KeyRow {
  readonly _id: string;
  readonly key: Readonly<Record<string, unknown>>;
}

export const createDatabase = ({ config }: Cluster, name: string, primaryShardId: string) =>
  config.db('admin').command({ _configsvrCreateDatabase: name, primaryShardId, ...MAJORITY });

/** Sends to config server and shards what a mongos sends them when it shards a collection. */
export function directRouter({ config, shards }: Cluster): Router {
  return {
    keys: async () => {
      const rows = await config.db('config').collection<KeyRow>('collections').find({}).toArray();
      return new Map(rows.map(({ _id, key }) => [_id, key]));
    },
    shard: async ({ database, collection, key }) => {
      const databases = config.db('config').collection<DatabaseRow>('databases');
      const found = await databases.findOne({ _id: database });
      const primary = shards.get(found?.primary ?? '');
      if (found === null || primary === undefined) throw new Error(`No database ${database}`);
      await primary
        .db(database)
        .collection(collection)
        .createIndexes([{ key: { ...key } }]);
      await primary.db(database).command({
        _shardsvrCreateCollection: collection,
        shardKey: key,
        unique: false,
        databaseVersion: found.version,
        ...MAJORITY,
      });
    },
  };
}
