import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench } from './bench.ts';

/** The documents and indexes of a namespace on the disk, compressed. */
export async function mongoBytes({
  mongo,
  namespace,
}: Pick<Bench, 'mongo' | 'namespace'>): Promise<number> {
  // Writes what is in memory, so that sizes on the disk are those of the data.
  await mongo.db?.admin().command({ fsync: 1 });
  const { databases } = (await mongo.db?.admin().listDatabases()) ?? { databases: [] };
  const own = databases.filter(({ name }) => name.startsWith(namespace));
  const sizes = await Promise.all(
    own.map(async ({ name }) => {
      const { storageSize, indexSize } = (await mongo.useDb(name).db?.stats()) ?? {};
      return Number(storageSize ?? 0) + Number(indexSize ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The records of a namespace, one replica. @param cwd the folder of Kafka's data */
export function kafkaBytes({ namespace }: Pick<Bench, 'namespace'>, cwd: string): number {
  const segments = globSync(`**/${namespace}*/*.log`, { cwd });
  return segments.reduce((sum, file) => sum + statSync(join(cwd, file)).size, 0);
}
