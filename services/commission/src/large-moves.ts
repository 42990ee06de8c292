import { openPermits } from './affiliate-lanes.ts';

/** Above this many commissions a payout's transaction is large. */
export const LARGE_MOVE = 1_000;

export interface LargeMoves {
  /**
   * Runs a payout's transaction over so many commissions; a large one while no other large one runs in
   * this process. Side by side they take each other's time until MongoDB's limit ends them all, and the
   * retries after them. Only within the affiliate's lane, so that nobody who waits here keeps a lane's owner waiting for it.
   */
  run<T>(commissions: number, work: () => Promise<T>): Promise<T>;
}

export function openLargeMoves(): LargeMoves {
  const permits = openPermits(1);
  return {
    run: (commissions, work) => (commissions > LARGE_MOVE ? permits.run(work) : work()),
  };
}
