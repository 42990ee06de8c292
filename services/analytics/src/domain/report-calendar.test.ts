import fc from 'fast-check';
import { HOUR_MS } from '@tributary/units';
import { isTimezone, nextRun, periodBefore, type Rhythm } from './report-calendar.ts';

const at = (text: string): Date => new Date(text);
const berlin = (frequency: Rhythm['frequency'], hour = 8): Rhythm => ({
  frequency,
  timezone: 'Europe/Berlin',
  hour,
});

describe('the calendar of reports', () => {
  it('runs at the hour of the user’s own day, also when the clocks change', () => {
    expect(nextRun(berlin('daily'), at('2026-03-28T12:00:00Z'))).toEqual(
      at('2026-03-29T06:00:00Z'),
    );
    expect(nextRun(berlin('daily'), at('2026-03-27T12:00:00Z'))).toEqual(
      at('2026-03-28T07:00:00Z'),
    );
    // 02:00 does not exist on that day.
    expect(nextRun(berlin('daily', 2), at('2026-03-29T00:30:00Z'))).toEqual(
      at('2026-03-29T01:00:00Z'),
    );
  });

  it('runs on Mondays and on the first of the month', () => {
    expect(nextRun(berlin('weekly'), at('2026-05-13T12:00:00Z'))).toEqual(
      at('2026-05-18T06:00:00Z'),
    );
    expect(nextRun(berlin('monthly'), at('2026-05-01T06:00:00Z'))).toEqual(
      at('2026-06-01T06:00:00Z'),
    );
    expect(nextRun(berlin('monthly'), at('2026-05-01T05:59:59Z'))).toEqual(
      at('2026-05-01T06:00:00Z'),
    );
  });

  it('reports the days of the zone, a changed one with its 23 hours', () => {
    const march = periodBefore(berlin('daily'), at('2026-03-30T06:00:00Z'));
    expect(march).toMatchObject({ from: '2026-03-29', to: '2026-03-29' });
    expect(march.end.getTime() - march.start.getTime()).toBe(23 * HOUR_MS);
    expect(periodBefore(berlin('weekly'), at('2026-05-18T06:00:00Z'))).toMatchObject({
      from: '2026-05-11',
      to: '2026-05-17',
    });
    const kathmandu = { frequency: 'monthly', timezone: 'Asia/Kathmandu', hour: 0 } as const;
    expect(periodBefore(kathmandu, at('2026-05-31T18:15:00Z'))).toEqual({
      from: '2026-05-01',
      to: '2026-05-31',
      start: at('2026-04-30T18:15:00Z'),
      end: at('2026-05-31T18:15:00Z'),
    });
  });

  it('covers every moment once: a run’s period begins where the last one’s ended', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
    );
    const frequencies = fc.constantFrom('daily', 'weekly', 'monthly' as const);
    const times = fc.date({ min: at('2025-01-01'), max: at('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        zones,
        frequencies,
        fc.integer({ min: 0, max: 23 }),
        times,
        (timezone, frequency, hour, now) => {
          const rhythm = { timezone, frequency, hour } as Rhythm;
          const first = nextRun(rhythm, now);
          const second = nextRun(rhythm, first);
          expect(first > now && second > first).toBe(true);
          expect(periodBefore(rhythm, second).start).toEqual(periodBefore(rhythm, first).end);
          expect(periodBefore(rhythm, first).end <= first).toBe(true);
        },
      ),
    );
  });

  it('knows which zones there are', () => {
    for (const zone of ['Asia/Tokyo', 'UTC', 'America/Argentina/Buenos_Aires']) {
      expect([zone, isTimezone(zone)]).toEqual([zone, true]);
    }
    for (const none of ['Mars/Base', 'local', 'system', 'default', 'utc+3', '']) {
      expect([none, isTimezone(none)]).toEqual([none, false]);
    }
  });
});
