import { newId } from '@tributary/service/edge';
import mongoose from 'mongoose';
import { type Cluster } from './shard-directly.ts';

interface CollectionRow {
  readonly _id: string;
  readonly uuid: mongoose.mongo.UUID;
}

interface ChunkRow {
  readonly uuid: mongoose.mongo.UUID;
  readonly shard: string;
  readonly min: Readonly<Record<string, unknown>>;
}

const IDS = 10_000;

/** The chunks of a collection by the lower bound of their hash, from the lowest. */
async function chunksOf({ config }: Cluster, name: string, field: string) {
  const db = config.db('config');
  const found = await db.collection<CollectionRow>('collections').findOne({ _id: name });
  if (found === null) throw new Error(`${name} is not sharded`);
  const chunks = await db.collection<ChunkRow>('chunks').find({ uuid: found.uuid }).toArray();
  const bounded = chunks.map(({ shard, min }) => {
    const from = min[field];
    return {
      shard,
      from: from instanceof mongoose.mongo.MinKey ? -(2n ** 63n) : BigInt(String(from)),
    };
  });
  return bounded.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** The hashes by which MongoDB spreads these values. */
async function hashesOf(cluster: Cluster, values: readonly string[]): Promise<bigint[]> {
  const [shard] = cluster.shards.values();
  const hash = { $toHashedIndexKey: '$$value' };
  const stages = [{ $project: { hashes: { $map: { input: '$values', as: 'value', in: hash } } } }];
  const scratch = shard?.db('scratch').collection('values');
  await scratch?.deleteMany({});
  await scratch?.insertOne({ values });
  const rows = await scratch
    ?.aggregate<{ hashes: unknown[] }>(stages, { promoteLongs: false })
    .toArray();
  return (rows?.[0]?.hashes ?? []).map((hash) => BigInt(String(hash)));
}

/** How many of ten thousand new ids each shard gets of a collection that is sharded by their hash. */
export async function spreadOf(
  cluster: Cluster,
  name: string,
  field: string,
): Promise<ReadonlyMap<string, number>> {
  const chunks = await chunksOf(cluster, name, field);
  const counts = new Map([...cluster.shards.keys()].map((id) => [id, 0]));
  const ids = Array.from({ length: IDS }, newId);
  for (const hash of await hashesOf(cluster, ids)) {
    const shard = chunks.findLast(({ from }) => from <= hash)?.shard ?? '';
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  return counts;
}
