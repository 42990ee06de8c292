import { nextDigestTime } from './digest.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

const quiet = (start: string, end: string, zone = 'UTC'): Preferences => ({
  ...defaultPreferences,
  quietHoursEnabled: true,
  quietHoursStart: start,
  quietHoursEnd: end,
  quietHoursTimezone: zone,
});

describe('nextDigestTime', () => {
  it('is 08:00 of its day, also where the clocks change before it', () => {
    const at = (zone: string, now: string): string => {
      const daily = { ...defaultPreferences, emailFrequency: 'daily' as const };
      return nextDigestTime({ ...daily, quietHoursTimezone: zone }, new Date(now)).toISOString();
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

  it('is 08:00 in the user’s zone', () => {
    const daily = { ...quiet('22:00', '07:00', 'Europe/Berlin'), emailFrequency: 'daily' as const };
    expect(nextDigestTime(daily, new Date('2026-05-01T05:59:00Z'))).toEqual(
      new Date('2026-05-01T06:00:00Z'),
    );
    expect(nextDigestTime(daily, new Date('2026-05-01T06:00:00Z'))).toEqual(
      new Date('2026-05-02T06:00:00Z'),
    );
  });

  it('is on Mondays for weekly digests', () => {
    const weekly = { ...defaultPreferences, emailFrequency: 'weekly' as const };
    const after = (now: string) => nextDigestTime(weekly, new Date(now)).toISOString();
    expect(after('2026-05-01T12:00:00Z')).toBe('2026-05-04T08:00:00.000Z');
    expect(after('2026-05-04T08:00:00Z')).toBe('2026-05-11T08:00:00.000Z');
  });

  it('is the end of the quiet hours that include 08:00', () => {
    const daily = { ...quiet('22:00', '09:30', 'Europe/Berlin'), emailFrequency: 'daily' as const };
    for (const [now, digest] of [
      ['2026-05-01T05:00:00Z', '2026-05-01T07:30:00.000Z'],
      // Notifications between 08:00 and 09:30 join the same digest.
      ['2026-05-01T07:29:59Z', '2026-05-01T07:30:00.000Z'],
      ['2026-05-01T07:30:00Z', '2026-05-02T07:30:00.000Z'],
      // A 23-hour day.
      ['2026-03-28T12:00:00Z', '2026-03-29T07:30:00.000Z'],
    ] as const) {
      expect([now, nextDigestTime(daily, new Date(now)).toISOString()]).toEqual([now, digest]);
    }
  });

  it('is the end of do-not-disturb, however many digests that defers', () => {
    const dnd = {
      ...defaultPreferences,
      dndEnabled: true,
      dndStart: new Date('2026-05-01T00:00:00Z'),
      dndEnd: new Date('2026-05-20T12:00:00Z'),
    };
    const after = (emailFrequency: 'daily' | 'weekly', now: string) =>
      nextDigestTime({ ...dnd, emailFrequency }, new Date(now)).toISOString();
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
