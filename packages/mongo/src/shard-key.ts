import type { IndexSpec } from './create-collections.ts';

/** The fields by whose values documents are spread over shards; `hashed` spreads values that grow, such as ids. */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

/** All documents stay on one shard, for this reason. */
export interface Unsharded {
  readonly unsharded: string;
}

export const isUnsharded = (key: ShardKey | Unsharded): key is Unsharded => 'unsharded' in key;

/**
 * MongoDB keeps an index unique on each shard alone, so documents that may equal each other must be on the same one: a
 * unique index begins with the fields of the shard key. The index of `_id` is such a one on each shard; an id that is
 * derived decides the fields of the shard key.
 * @throws Error that names the first unique index that does not
 */
export function requireFittingKeys(
  collection: string,
  shardKey: ShardKey | Unsharded,
  indexes: readonly Pick<IndexSpec, 'name' | 'key' | 'unique'>[],
): void {
  if (isUnsharded(shardKey)) return;
  const spread = Object.keys(shardKey);
  for (const { name, key, unique } of indexes) {
    const fields = Object.keys(key);
    if (unique !== true || spread.every((field, place) => fields[place] === field)) continue;
    throw new Error(
      `The unique index ${name} of ${collection} does not begin with its shard key: ${spread.join(', ')}`,
    );
  }
}
