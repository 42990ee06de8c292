import { type StuckPayouts } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { stepDeadlinesMs } from '../domain/deadlines.ts';
import { type Step } from '../domain/payout.ts';

interface Parts {
  readonly clock: { now(): Date };
  readonly payouts: {
    countSince(step: Step, before: Date): Promise<number>;
    findOldestSince(step: Step): Promise<Date | undefined>;
  };
}

/** The payouts past the deadline of their step, by step; steps without any are left out. */
export async function findStuckPayouts({ clock, payouts }: Parts): Promise<StuckPayouts[]> {
  const now = clock.now().getTime();
  const steps = Object.entries(stepDeadlinesMs) as [Step, number][];
  const found = await Promise.all(
    steps.map(async ([step, ms]) => {
      const count = await payouts.countSince(step, new Date(now - ms));
      if (count === 0) return [];
      const oldest = await payouts.findOldestSince(step);
      // It may have left the step since it was counted.
      if (oldest === undefined) return [];
      return [{ step, count, oldest_seconds: Math.round((now - oldest.getTime()) / SECOND_MS) }];
    }),
  );
  return found.flat();
}
