import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { stepDeadlinesMs } from '../domain/deadlines.ts';
import { type Step } from '../domain/payout.ts';
import { findStuckPayouts } from './stuck-payouts.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const before = (ms: number): Date => new Date(NOW.getTime() - ms);

/** Payouts by the time of their step. */
const storeOf = (since: Readonly<Partial<Record<Step, readonly Date[]>>>) => ({
  countSince: (step: Step, limit: Date) =>
    Promise.resolve((since[step] ?? []).filter((at) => at < limit).length),
  findOldestSince: (step: Step) => Promise.resolve(since[step]?.toSorted((a, b) => +a - +b)[0]),
});

describe('stuck payouts', () => {
  it('are those past the deadline of their step, with the age of the oldest', async () => {
    const payouts = storeOf({
      settling: [before(20 * MINUTE_MS), before(16 * MINUTE_MS), before(MINUTE_MS)],
      sent: [before(DAY_MS)],
      completed: [before(30 * DAY_MS)],
    });
    expect(stepDeadlinesMs.settling).toBe(15 * MINUTE_MS);
    expect(await findStuckPayouts({ clock: { now: () => NOW }, payouts })).toEqual([
      { step: 'settling', count: 2, oldest_seconds: 1_200 },
    ]);
  });
});
