import { whileRenewing } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { after } from '../domain/due.ts';

/**
 * Does work on a claimed item and renews its lease until the work ends. Where a renewal fails, another process may
 * take the item; every step tolerates that.
 */
export const withLease = <Result>(
  deps: Pick<Deps, 'clock' | 'leaseMs'>,
  renew: (until: Date) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> =>
  whileRenewing(deps.leaseMs, () => renew(after(deps.clock.now(), deps.leaseMs)), work);
