import { createKeyLock, createSemaphore, type KeyLock } from '@tributary/work';

/**
 * The lock of affiliates' balances: transactions that write the same document conflict and one of them is retried. The
 * database enforces correctness; the lock only saves the retries.
 * @param concurrency how many pieces of work on different affiliates run at once
 */
export function openAffiliateLock(concurrency: number): KeyLock {
  const withKeyLock = createKeyLock();
  const semaphore = createSemaphore(concurrency);
  return (affiliateIds, work) => withKeyLock(affiliateIds, () => semaphore.run(work));
}
