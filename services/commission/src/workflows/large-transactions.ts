import { createSemaphore } from '@tributary/work';

/** A payout's transaction over more commissions than this is large. */
export const LARGE_TRANSACTION = 1_000;

export interface LargeTransactions {
  /**
   * Runs a payout's transaction over `commissions` commissions; a large one only while no other large one runs in this
   * process, because several at once slow each other down until all exceed MongoDB's time limit. Call it under the
   * affiliate's lock: outside it, a large transaction could wait for a lock whose holder waits here.
   */
  run<T>(commissions: number, work: () => Promise<T>): Promise<T>;
}

export function openLargeTransactions(): LargeTransactions {
  const semaphore = createSemaphore(1);
  return {
    run: (commissions, work) => (commissions > LARGE_TRANSACTION ? semaphore.run(work) : work()),
  };
}
