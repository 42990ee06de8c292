import { type ClickCount } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { clickMinutesOf, minuteRollups } from '../../domain/click-minute.ts';
import { changeOf } from '../../domain/rollup.ts';

/** Adds counts of clicks to the sums. Each must be given once: the inbox entry of its event is in the same commit. */
export const recordClicks =
  (deps: Pick<Deps, 'transaction'>) =>
  (counts: readonly ClickCount[]): Promise<void> => {
    const minutes = clickMinutesOf(counts);
    const change = changeOf([], minutes.flatMap(minuteRollups));
    return deps.transaction(async ({ clickMinutes, rollups }) => {
      await clickMinutes.add(minutes);
      await rollups.addClicks(change);
    });
  };
