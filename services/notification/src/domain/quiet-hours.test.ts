import fc from 'fast-check';
import { HOUR_MS } from '@tributary/units';
import { nextSendTime } from './quiet-hours.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

const quiet = (start: string, end: string, zone = 'UTC'): Preferences => ({
  ...defaultPreferences,
  quietHoursEnabled: true,
  quietHoursStart: start,
  quietHoursEnd: end,
  quietHoursTimezone: zone,
});
const when = (preferences: Preferences, now: string): string =>
  nextSendTime(preferences, new Date(now)).toISOString();

describe('nextSendTime', () => {
  it('is now outside quiet hours, and at their end', () => {
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
      'in the user’s zone',
      quiet('22:00', '07:00', 'Asia/Kathmandu'),
      '2026-05-01T18:00:00Z',
      '2026-05-02T01:15:00.000Z',
    ],
    [
      'clocks go forward over the end',
      quiet('22:00', '02:30', 'Europe/Berlin'),
      '2026-03-28T23:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'clocks go back over the end',
      quiet('22:00', '02:30', 'Europe/Berlin'),
      '2026-10-25T00:45:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'clocks go forward in New York',
      quiet('22:00', '02:30', 'America/New_York'),
      '2026-03-08T05:00:00Z',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'clocks go back in New York',
      quiet('22:00', '01:30', 'America/New_York'),
      '2026-11-01T05:45:00Z',
      '2026-11-01T06:30:00.000Z',
    ],
    [
      'clocks go back by half an hour on Lord Howe',
      quiet('22:00', '01:45', 'Australia/Lord_Howe'),
      '2026-04-04T14:50:00Z',
      '2026-04-04T15:15:00.000Z',
    ],
    [
      'clocks go forward by half an hour on Lord Howe',
      quiet('22:00', '02:15', 'Australia/Lord_Howe'),
      '2026-10-03T14:00:00Z',
      '2026-10-03T15:30:00.000Z',
    ],
    [
      'over midnight of a 23-hour day',
      quiet('23:30', '06:00', 'Europe/Berlin'),
      '2026-03-28T22:45:00Z',
      '2026-03-29T04:00:00.000Z',
    ],
    [
      'over midnight of a 25-hour day',
      quiet('23:30', '06:00', 'Europe/Berlin'),
      '2026-10-24T21:45:00Z',
      '2026-10-25T05:00:00.000Z',
    ],
  ])('is the end of the quiet hours: %s', (_name, preferences, now, end) => {
    expect(when(preferences, now)).toBe(end);
  });

  it('treats equal start and end as no quiet hours', () => {
    expect(when(quiet('08:00', '08:00'), '2026-05-01T08:00:00.000Z')).toBe(
      '2026-05-01T08:00:00.000Z',
    );
  });

  it('is the end of do-not-disturb, or of the quiet hours in which do-not-disturb ends', () => {
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

  it('is never in the past, never within quiet hours, and at most 25 hours away', () => {
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
        const then = nextSendTime(preferences, now);
        expect(then.getTime()).toBeGreaterThanOrEqual(now.getTime());
        expect(then.getTime() - now.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
        expect(nextSendTime(preferences, then)).toEqual(then);
      }),
    );
  });
});
