/**
 * Shards the collections of all services on a real cluster of a config server and two shards.
 * `npm run tool -- shard-drill`: no package has a mongos, so it sends to the config server and to the shards what a mongos sends them. MongoDB
 * itself checks that every unique index fits its shard key. Prints how new ids are spread over the shards, and commits and aborts a
 * transaction that writes to both. Exit code 1 if anything is refused, is sharded twice, lies on one shard, or is half written.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyShardKeys, exitOnSignals, openShardedMongo, readShardKeys } from '@tributary/engines';
import { writeAcrossShards } from '../sharding/across-shards.ts';
import { createServiceCollections, databaseNames } from '../sharding/service-collections.ts';
import {
  type Cluster,
  connectTo,
  createDatabase,
  directRouter,
} from '../sharding/shard-directly.ts';
import { spreadOf } from '../sharding/spread.ts';

/** A third of the ids at least. */
const LEAST_SHARE = 3_333;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const spread = [
  ['tributary_commission.ledger_entries', 'affiliateId'],
  ['tributary_commission.balances', 'affiliateId'],
  ['tributary_tracking.conversions', 'brandId'],
  ['tributary_webhook.deliveries', 'endpointId'],
  ['tributary_tracking.outbox', '_id'],
] as const;

async function drill(cluster: Cluster, firstUrl: string): Promise<boolean> {
  const [first = ''] = cluster.shards.keys();
  for (const database of databaseNames) await createDatabase(cluster, database, first);
  await createServiceCollections(firstUrl);
  const router = directRouter(cluster);
  const keys = readShardKeys();
  const quiet = { report: () => undefined };
  const sharded = await applyShardKeys(router, keys, quiet);
  const again = await applyShardKeys(router, keys, quiet);
  print(
    `${String(sharded)} of ${String(keys.length)} collections sharded; a second time ${String(again)}`,
  );
  let isSpread = true;
  for (const [name, field] of spread) {
    const counts = await spreadOf(cluster, name, field);
    const text = [...counts].map(([shard, count]) => `${String(count)} on ${shard}`).join(', ');
    print(`${name}: of 10,000 new values of ${field} ${text}`);
    isSpread &&= [...counts.values()].every((count) => count >= LEAST_SHARE);
  }
  const { committed, aborted } = await writeAcrossShards(cluster);
  print(
    `a transaction on both shards: ${String(committed)} of 2 entries committed, ${String(aborted)} after an abort`,
  );
  return sharded === keys.length && again === 0 && isSpread && committed === 2 && aborted === 0;
}

exitOnSignals();
const directory = mkdtempSync(join(tmpdir(), 'tributary-shards-'));
const mongo = await openShardedMongo(directory, print);
try {
  const cluster = await connectTo(mongo);
  try {
    const isFine = await drill(cluster, mongo.shards[0]?.url ?? '');
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await cluster.close();
  }
} finally {
  await mongo.close();
  rmSync(directory, { recursive: true, force: true });
}
