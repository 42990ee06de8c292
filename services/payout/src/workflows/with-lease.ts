import { whileRenewing } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { dueIn } from '../domain/due.ts';

/** Works on something that was claimed, and keeps others off it for as long as that takes. */
export const whileLeased = <Result>(
  deps: Pick<Deps, 'clock' | 'leaseMs'>,
  extend: (until: Date) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> =>
  // Without a renewal others may join in: every step bears that.
  whileRenewing(deps.leaseMs, () => extend(dueIn(deps, deps.leaseMs)), work);
