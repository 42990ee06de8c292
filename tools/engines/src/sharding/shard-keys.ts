import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../config.ts';

/** Where the list is; `npm run gen` writes it from the collections that services declare. */
export const SHARD_KEYS_FILE = 'deploy/engines/mongo-shard-keys.txt';

/** A collection that is spread over shards. */
export interface ShardedCollection {
  readonly database: string;
  readonly collection: string;
  readonly key: Readonly<Record<string, 1 | 'hashed'>>;
}

const ROW = /^(\S+) (\S+) ((?:[\w.]+:(?:1|hashed),?)+)$/;
const UNSHARDED = /^\S+ \S+ unsharded \S/;

function keyOf(text: string): ShardedCollection['key'] {
  const fields = text.split(',').map((part) => part.split(':'));
  return Object.fromEntries(
    fields.map(([field = '', kind]) => [field, kind === 'hashed' ? 'hashed' : 1] as const),
  );
}

/** The sharded collections of a system with this namespace. @throws where the list is broken */
export function readShardKeys(
  namespace = '',
  text = readFileSync(join(repositoryRoot(), SHARD_KEYS_FILE), 'utf8'),
): ShardedCollection[] {
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return rows.flatMap((row) => {
    if (UNSHARDED.test(row)) return [];
    const [, service = '', collection = '', key = ''] = ROW.exec(row) ?? [];
    if (service === '') throw new Error(`${SHARD_KEYS_FILE} has a broken row: ${row}`);
    return [{ database: `${namespace}tributary_${service}`, collection, key: keyOf(key) }];
  });
}
