import fc from 'fast-check';
import { DAY_MS } from '@tributary/units';
import { frequencies } from './account.ts';
import { nextPayoutDate } from './next-payout.ts';

const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);

it.each([
  // 2026-05-01 is a Friday.
  ['daily', '2026-05-01T23:59:59.999Z', '2026-05-02'],
  ['weekly', '2026-05-01T12:00:00.000Z', '2026-05-04'],
  ['weekly', '2026-05-04T00:00:00.000Z', '2026-05-11'],
  ['monthly', '2026-05-01T00:00:00.000Z', '2026-06-01'],
  ['monthly', '2026-12-31T23:00:00.000Z', '2027-01-01'],
  ['monthly', '2028-01-31T10:00:00.000Z', '2028-02-01'],
] as const)('a %s payout after %s is on %s', (frequency, now, next) => {
  expect(nextPayoutDate(frequency, new Date(now))).toEqual(day(next));
});

it('is null for the manual frequency', () => {
  expect(nextPayoutDate('manual', new Date())).toBeNull();
});

it('is later than now, at midnight UTC, and every second Monday where biweekly', () => {
  const scheduled = frequencies.filter((frequency) => frequency !== 'manual');
  const times = fc.date({ min: day('2020-01-01'), max: day('2099-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.constantFrom(...scheduled), (now, frequency) => {
      const next = nextPayoutDate(frequency, now);
      expect(next!.getTime()).toBeGreaterThan(now.getTime());
      expect(next!.getTime() % DAY_MS).toBe(0);
      if (frequency === 'biweekly') {
        const after = nextPayoutDate('biweekly', next!);
        expect([next!.getUTCDay(), after!.getTime() - next!.getTime()]).toEqual([1, 14 * DAY_MS]);
      }
    }),
  );
});
