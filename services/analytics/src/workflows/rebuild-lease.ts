import { randomUUID } from 'node:crypto';
import { databaseOf, type Mongo } from '@tributary/mongo';
import { createLease, renewLease } from '@tributary/work';

const RENEW_MS = 2_000;

/**
 * Runs one rebuild at a time, because two would both add what a sum lacks. `requireLease` throws where
 * another one may have begun meanwhile.
 * @throws Error where another rebuild is running
 */
export async function withRebuildLease<T>(
  { connection }: Pick<Mongo, 'connection'>,
  work: (requireLease: () => void) => Promise<T>,
): Promise<T> {
  const lease = createLease(databaseOf(connection), { name: 'rebuild-sums', owner: randomUUID() });
  const requireLease = () => {
    if (!lease.isHeld()) throw new Error('another rebuild is running');
  };
  await lease.acquire();
  const stopRenewing = renewLease(lease, RENEW_MS);
  try {
    requireLease();
    return await work(requireLease);
  } finally {
    stopRenewing();
    await lease.release();
  }
}
