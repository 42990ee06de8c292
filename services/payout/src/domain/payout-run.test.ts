import fc from 'fast-check';
import { scheduledFrequencies } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import {
  type BatchTally,
  decideBatch,
  decideRun,
  lastRuns,
  newRun,
  type PayoutBatch,
  periodOf,
} from './payout-run.ts';

const NOW = new Date('2026-06-01T00:00:05.000Z');
const batch: PayoutBatch = {
  id: '01975b3c-7c00-7000-8000-000000006001',
  runId: 'monthly:2026-06-01',
  provider: 'walletco_payouts',
  frequency: 'monthly',
  status: 'created',
  periodStart: '2026-05-01',
  periodEnd: '2026-05-31',
  payoutCount: 3,
  amountMinor: 30_000,
  completedCount: 0,
  failedCount: 0,
  heldCount: 0,
  currency: 'USD',
  createdAt: NOW,
  endedAt: null,
};
const tally = (given: Partial<BatchTally>): BatchTally => ({
  waiting: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  held: 0,
  ...given,
});
const typesOf = (from: PayoutBatch, given: Partial<BatchTally>) =>
  decideBatch(from, tally(given), NOW)?.events.map(({ type }) => type);

describe('runs', () => {
  it('are the last ones that fell due, by the day in their id', () => {
    expect(lastRuns(NOW).map(({ id, state }) => [id, state])).toEqual([
      ['daily:2026-06-01', 'collecting'],
      ['weekly:2026-06-01', 'collecting'],
      ['biweekly:2026-05-25', 'collecting'],
      ['monthly:2026-06-01', 'collecting'],
    ]);
  });

  it('are skipped where their frequency never had one before, because they fell due before the system was started', () => {
    const [run] = lastRuns(NOW);
    expect(decideRun(run!, false)).toMatchObject({ state: 'skipped', collectedAt: NOW });
    expect(decideRun(run!, true)).toBe(run);
  });

  it('have one id for all of a period, at any time within it, and another in the next', () => {
    const times = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, (now) => {
        for (const run of lastRuns(now)) {
          const { frequency, day } = run;
          const again = lastRuns(day).find((one) => one.frequency === frequency);
          expect(again?.id).toBe(run.id);
          const before = lastRuns(new Date(day.getTime() - 1));
          expect(before.map(({ id }) => id)).not.toContain(run.id);
        }
      }),
    );
  });

  it.each([
    ['daily', '2026-06-01', '2026-05-31', '2026-05-31'],
    ['weekly', '2026-06-01', '2026-05-25', '2026-05-31'],
    ['biweekly', '2026-06-08', '2026-05-25', '2026-06-07'],
    ['monthly', '2026-03-01', '2026-02-01', '2026-02-28'],
  ] as const)('of a %s run on %s cover %s to %s', (frequency, day, periodStart, periodEnd) => {
    expect(periodOf(newRun(frequency, new Date(day), NOW))).toEqual({ periodStart, periodEnd });
  });

  it('cover every day once: each period begins where the one before it ended', () => {
    for (const frequency of scheduledFrequencies) {
      const runs = Array.from({ length: 800 }, (_, index) => {
        const now = new Date(Date.UTC(2026, 0, 1) + index * DAY_MS);
        return lastRuns(now).find((one) => one.frequency === frequency)!;
      });
      const distinct = [...new Map(runs.map((run) => [run.id, run])).values()].map(periodOf);
      for (const [index, { periodStart }] of distinct.entries()) {
        const earlier = distinct[index - 1];
        if (earlier === undefined) continue;
        expect(Date.parse(periodStart) - Date.parse(earlier.periodEnd)).toBe(DAY_MS);
      }
    }
  });
});

describe('a batch', () => {
  it('publishes each state once, and its end when no payout is in progress', () => {
    expect(typesOf(batch, { waiting: 3 })).toBeUndefined();
    expect(typesOf(batch, { waiting: 1, inProgress: 2 })).toEqual(['payout_batch.processing.v1']);
    const processing: PayoutBatch = { ...batch, status: 'processing' };
    expect(typesOf(processing, { inProgress: 1, completed: 2 })).toBeUndefined();
    expect(typesOf(processing, { completed: 2, failed: 1 })).toEqual(['payout_batch.completed.v1']);
    expect(typesOf(batch, { completed: 3 })).toEqual([
      'payout_batch.processing.v1',
      'payout_batch.completed.v1',
    ]);
  });

  it('fails where all of it failed, and does not wait for what is held', () => {
    expect(decideBatch(batch, tally({ failed: 3 }), NOW)?.batch).toMatchObject({
      status: 'failed',
      failedCount: 3,
      endedAt: NOW,
    });
    expect(decideBatch(batch, tally({ failed: 2, held: 1 }), NOW)?.batch).toMatchObject({
      status: 'completed',
      heldCount: 1,
    });
    // All payouts were abandoned, because no balance was sufficient any more.
    expect(decideBatch(batch, tally({}), NOW)?.batch).toMatchObject({ status: 'completed' });
  });
});
