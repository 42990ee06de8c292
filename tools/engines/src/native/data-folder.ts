import { createHash } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MIB } from '@tributary/units';

const MEMORY = '/dev/shm';
/** A whole run of tests stores less than 2 GiB. */
const ENOUGH_BYTES = 6_144 * MIB;

/**
 * Where engines for tests store their data: in memory where there is room, because thousands of small
 * collections and topics otherwise wait for the disk most of the time.
 */
export function testDataFolder(directory: string): string {
  if (!existsSync(MEMORY) || freeBytesOf(MEMORY) < ENOUGH_BYTES) return join(directory, 'data');
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 12);
  return join(MEMORY, `tributary-${name}`);
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
