import { parseArgs } from 'node:util';
import { mongoUrlOf } from '@tributary/mongo/access';
import mongoose from 'mongoose';
import { messageOf } from '../errors.ts';
import { applyShardKeys } from '../sharding/apply-shard-keys.ts';
import { routerOf } from '../sharding/mongos.ts';
import { readShardKeys, SHARD_KEYS_FILE } from '../sharding/shard-keys.ts';

const USAGE = `Shards the collections of all services in a sharded MongoDB, by the keys of ${SHARD_KEYS_FILE}

  npm run tool -- shard [--dry-run]

--dry-run lists what is missing and changes nothing. It may be repeated. Collections that are not listed as sharded stay
on the first shard of their database. Run it before the services start for the first time; on collections with documents
MongoDB moves these meanwhile.
Environment: MONGO_URL of the routers (mongos) with a user of the role clusterManager and rights to the databases,
MONGO_TLS_CA; NAMESPACE of the system.`;

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function shard(): Promise<void> {
  const client = new mongoose.mongo.MongoClient(mongoUrlOf(process.env) ?? '', {
    serverSelectionTimeoutMS: 5_000,
  });
  try {
    const keys = readShardKeys(process.env['NAMESPACE'] ?? '');
    const options = { isDryRun: values['dry-run'], report: print };
    const count = await applyShardKeys(await routerOf(client), keys, options);
    print(`${String(keys.length - count)} of ${String(keys.length)} were sharded already`);
  } finally {
    await client.close();
  }
}

if (values.help === true) process.stderr.write(`${USAGE}\n`);
else {
  try {
    await shard();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}
