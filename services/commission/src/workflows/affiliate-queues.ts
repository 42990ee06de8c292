import { createSemaphore } from '@tributary/work';

/**
 * One queue per affiliate: within this process, work on one affiliate's balance runs one piece at a time, because
 * transactions that write the same document conflict and one of them is retried. The database enforces correctness; the
 * queues only save the retries.
 */
export interface AffiliateQueues {
  /** Runs `work` after all earlier work on these affiliates. Work that calls it again for its own affiliate deadlocks. */
  run<T>(affiliateIds: readonly string[], work: () => Promise<T>): Promise<T>;
}

/** @param concurrency how many pieces of work on different affiliates run at once */
export function openAffiliateQueues(concurrency: number): AffiliateQueues {
  const tails = new Map<string, Promise<unknown>>();
  const semaphore = createSemaphore(concurrency);
  return {
    run: <T>(affiliateIds: readonly string[], work: () => Promise<T>): Promise<T> => {
      const ids = [...new Set(affiliateIds)];
      // Work joins all its queues in one step, so two pieces of work never wait for each other.
      const earlier = ids.map((id) => tails.get(id) ?? Promise.resolve());
      const result = Promise.all(earlier).then(() => semaphore.run(work));
      const tail = result.then(ignore, ignore);
      for (const id of ids) tails.set(id, tail);
      void tail.then(() => {
        for (const id of ids) if (tails.get(id) === tail) tails.delete(id);
      });
      return result;
    },
  };
}

const ignore = (): void => undefined;
