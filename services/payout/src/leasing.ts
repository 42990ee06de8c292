import { type Deps } from './deps.ts';
import { dueIn } from './due.ts';

/**
 * Works on something that was claimed, and keeps others off it for as long as that takes. A process that dies
 * renews nothing, so that another goes on when the lease ends.
 */
export async function whileLeased<Result>(
  deps: Pick<Deps, 'clock' | 'leaseMs'>,
  extend: (until: Date) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewing = setInterval(() => {
    // Without a renewal others may join in: every step bears that.
    extend(dueIn(deps, deps.leaseMs)).catch(() => undefined);
  }, deps.leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
