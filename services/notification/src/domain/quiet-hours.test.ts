import fc from 'fast-check';
import { HOUR_MS } from '@tributary/units';
import { nextDigest, whenUndisturbed } from './deferral.ts';
import { nextDigest, whenUndisturbed } from './quiet-hours.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

const quiet = (start: string, end: string, zone = 'UTC'): Preferences => ({
  ...defaultPreferences,
  quietHoursEnabled: true,
  quietHoursStart: start,
  quietHoursEnd: end,
  quietHoursTimezone: zone,
});
const when = (preferences: Preferences, now: string): string =>
  whenUndisturbed(preferences, new Date(now)).toISOString();

describe('whenUndisturbed', () => {
  it('is now outside of the quiet hours, and at their very end', () => {
    const preferences = quiet('22:00', '07:00');
    for (const now of ['2026-05-01T21:59:59.999Z', '2026-05-01T07:00:00.000Z']) {
      expect(when(preferences, now)).toBe(now);
    }
  });

  it.each([
    [
      'before midnight',
      quiet('22:00', '07:00'),
      '2026-05-01T22:00:00Z',
      '2026-05-02T07:00:00.000Z',
    ],
    ['after midnight', quiet('22:00', '07:00'), '2026-05-02T03:00:00Z', '2026-05-02T07:00:00.000Z'],
    ['within a day', quiet('12:00', '14:00'), '2026-05-01T13:00:00Z', '2026-05-01T14:00:00.000Z'],
    [
      'by the user’s clock',
      quiet('22:00', '07:00', 'Asia/Kathmandu'),
      '2026-05-01T18:00:00Z',
      '2026-05-02T01:15:00.000Z',
    ],
    [
      'as the clocks go forward over its end',
      quiet('22:00', '02:30', 'Europe/Berlin'),
      '2026-03-28T23:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'as the clocks go back over its end',
      quiet('22:00', '02:30', 'Europe/Berlin'),
      '2026-10-25T00:45:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'as the clocks go forward in New York',
      quiet('22:00', '02:30', 'America/New_York'),
      '2026-03-08T05:00:00Z',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'as the clocks go back in New York',
      quiet('22:00', '01:30', 'America/New_York'),
      '2026-11-01T05:45:00Z',
      '2026-11-01T06:30:00.000Z',
    ],
    [
      'as the clocks go back by half an hour on Lord Howe',
      quiet('22:00', '01:45', 'Australia/Lord_Howe'),
      '2026-04-04T14:50:00Z',
      '2026-04-04T15:15:00.000Z',
    ],
    [
      'as the clocks go forward by half an hour on Lord Howe',
      quiet('22:00', '02:15', 'Australia/Lord_Howe'),
      '2026-10-03T14:00:00Z',
      '2026-10-03T15:30:00.000Z',
    ],
    [
      'over midnight of the day that lacks an hour',
      quiet('23:30', '06:00', 'Europe/Berlin'),
      '2026-03-28T22:45:00Z',
      '2026-03-29T04:00:00.000Z',
    ],
    [
      'over midnight of the day that has an hour more',
      quiet('23:30', '06:00', 'Europe/Berlin'),
      '2026-10-24T21:45:00Z',
      '2026-10-25T05:00:00.000Z',
    ],
  ])('is the end of the quiet hours %s', (_name, preferences, now, end) => {
    expect(when(preferences, now)).toBe(end);
  });

  it('takes equal start and end for no quiet hours', () => {
    expect(when(quiet('08:00', '08:00'), '2026-05-01T08:00:00.000Z')).toBe(
      '2026-05-01T08:00:00.000Z',
    );
  });

  it('is the end of do-not-disturb, and of the quiet hours that it ends in', () => {
    const dnd = {
      dndEnabled: true,
      dndStart: new Date('2026-05-01T10:00:00Z'),
      dndEnd: new Date('2026-05-01T23:00:00Z'),
    };
    expect(when({ ...defaultPreferences, ...dnd }, '2026-05-01T10:00:00Z')).toBe(
      '2026-05-01T23:00:00.000Z',
    );
    expect(when({ ...quiet('22:00', '07:00'), ...dnd }, '2026-05-01T12:00:00Z')).toBe(
      '2026-05-02T07:00:00.000Z',
    );
    expect(when({ ...defaultPreferences, ...dnd, dndEnabled: false }, '2026-05-01T12:00:00Z')).toBe(
      '2026-05-01T12:00:00.000Z',
    );
  });

  it('is never in the past, never within the quiet hours, and at most a day and an hour away', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
    const moment = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2027-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, time, zone, moment, (start, end, name, now) => {
        const preferences = quiet(start, end, name);
        const then = whenUndisturbed(preferences, now);
        expect(then.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(then.getTime() - now.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(whenUndisturbed(preferences, then)).toEqual(then);
      }),
    );
  });
});

describe('nextDigest', () => {
  it('is at eight by the clock of that day, also over both changes of the clocks', () => {
    const at = (zone: string, now: string): string => {
      const daily = { ...defaultPreferences, emailFrequency: 'daily' as const };
      return nextDigest({ ...daily, quietHoursTimezone: zone }, new Date(now)).toISOString();
    };
    for (const [zone, now, digest] of [
      ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
      ['Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
      ['America/New_York', '2026-03-07T14:00:00Z', '2026-03-08T12:00:00.000Z'],
      ['America/New_York', '2026-10-31T14:00:00Z', '2026-11-01T13:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-04T00:00:00Z', '2026-04-04T21:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-10-03T21:00:00.000Z'],
    ] as const) {
      expect([zone, at(zone, now)]).toEqual([zone, digest]);
    }
  });

  it('is at eight in the morning by the user’s clock', () => {
    const daily = { ...quiet('22:00', '07:00', 'Europe/Berlin'), emailFrequency: 'daily' as const };
    expect(nextDigest(daily, new Date('2026-05-01T05:59:00Z'))).toEqual(
      new Date('2026-05-01T06:00:00Z'),
    );
    expect(nextDigest(daily, new Date('2026-05-01T06:00:00Z'))).toEqual(
      new Date('2026-05-02T06:00:00Z'),
    );
  });

  it('is on Mondays where it is weekly', () => {
    const weekly = { ...defaultPreferences, emailFrequency: 'weekly' as const };
    const after = (now: string) => nextDigest(weekly, new Date(now)).toISOString();
    expect(after('2026-05-01T12:00:00Z')).toBe('2026-05-04T08:00:00.000Z');
    expect(after('2026-05-04T08:00:00Z')).toBe('2026-05-11T08:00:00.000Z');
  });

  it('waits for the end of the quiet hours that eight o’clock lies in', () => {
    const daily = { ...quiet('22:00', '09:30', 'Europe/Berlin'), emailFrequency: 'daily' as const };
    for (const [now, digest] of [
      ['2026-05-01T05:00:00Z', '2026-05-01T07:30:00.000Z'],
      // Also what comes between the two is in it.
      ['2026-05-01T07:29:59Z', '2026-05-01T07:30:00.000Z'],
      ['2026-05-01T07:30:00Z', '2026-05-02T07:30:00.000Z'],
      // The day that lacks an hour.
      ['2026-03-28T12:00:00Z', '2026-03-29T07:30:00.000Z'],
    ] as const) {
      expect([now, nextDigest(daily, new Date(now)).toISOString()]).toEqual([now, digest]);
    }
  });

  it('is one at the end of do-not-disturb, however many days that takes', () => {
    const dnd = {
      ...defaultPreferences,
      dndEnabled: true,
      dndStart: new Date('2026-05-01T00:00:00Z'),
      dndEnd: new Date('2026-05-20T12:00:00Z'),
    };
    const after = (emailFrequency: 'daily' | 'weekly', now: string) =>
      nextDigest({ ...dnd, emailFrequency }, new Date(now)).toISOString();
    for (const now of ['2026-05-01T10:00:00Z', '2026-05-09T09:00:00Z', '2026-05-20T11:00:00Z']) {
      expect([now, after('daily', now)]).toEqual([now, '2026-05-20T12:00:00.000Z']);
    }
    for (const now of ['2026-05-05T10:00:00Z', '2026-05-20T11:00:00Z']) {
      expect([now, after('weekly', now)]).toEqual([now, '2026-05-20T12:00:00.000Z']);
    }
    expect(after('daily', '2026-05-20T12:00:00Z')).toBe('2026-05-21T08:00:00.000Z');
    expect(after('weekly', '2026-05-20T12:00:00Z')).toBe('2026-05-25T08:00:00.000Z');
  });
});
