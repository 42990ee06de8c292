import type { ShardedCollection } from './shard-keys.ts';

/** What shards collections: a mongos. */
export interface Router {
  /** The keys of the collections that are sharded, by `database.collection`. */
  keys(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** Shards a collection, which is created where it is missing. */
  shard(collection: ShardedCollection): Promise<void>;
}

export interface ShardOptions {
  /** Changes nothing. */
  readonly isDryRun?: boolean;
  readonly report: (line: string) => void;
}

const textOf = (key: Readonly<Record<string, unknown>>): string =>
  Object.entries(key)
    .map(([field, kind]) => `${field}:${String(kind)}`)
    .join(',');

/**
 * Shards the collections that are not sharded yet; repeating it changes nothing. Returns how many were sharded, or would be.
 * @throws Error, before anything is changed, where a collection is sharded by another key
 */
export async function applyShardKeys(
  router: Router,
  wanted: readonly ShardedCollection[],
  { isDryRun = false, report }: ShardOptions,
): Promise<number> {
  const present = await router.keys();
  const named = wanted.map((one) => ({ ...one, name: `${one.database}.${one.collection}` }));
  const others = named.filter(({ name, key }) => {
    const found = present.get(name);
    return found !== undefined && textOf(found) !== textOf(key);
  });
  if (others.length > 0) {
    const lines = others.map(
      ({ name, key }) => `${name} by ${textOf(present.get(name) ?? {})}, not ${textOf(key)}`,
    );
    throw new Error(`Sharded by another key (see reshardCollection): ${lines.join('; ')}`);
  }
  const missing = named.filter(({ name }) => !present.has(name));
  for (const { name, ...one } of missing) {
    if (!isDryRun) await router.shard(one);
    report(`${name} ${isDryRun ? 'would be' : 'is'} sharded by ${textOf(one.key)}`);
  }
  return missing.length;
}
