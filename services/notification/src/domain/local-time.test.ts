import { instantOf, minutesOf, wallClockAt } from './local-time.ts';

const at = (day: string, time: string, zone: string, choice: 'first' | 'last' = 'last') =>
  instantOf({ dayMs: Date.parse(day), minutes: minutesOf(time) }, zone, choice).toISOString();

describe('instantOf', () => {
  it.each([
    ['an ordinary day', '2026-05-01', '08:00', 'Europe/Berlin', '2026-05-01T06:00:00.000Z'],
    ['skipped hour in Berlin', '2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['repeated hour in Berlin', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
    [
      'skipped hour in New York',
      '2026-03-08',
      '02:30',
      'America/New_York',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'repeated hour in New York',
      '2026-11-01',
      '01:30',
      'America/New_York',
      '2026-11-01T06:30:00.000Z',
    ],
    [
      'repeated half hour on Lord Howe',
      '2026-04-05',
      '01:45',
      'Australia/Lord_Howe',
      '2026-04-04T15:15:00.000Z',
    ],
    [
      'skipped half hour on Lord Howe',
      '2026-10-04',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:30:00.000Z',
    ],
    [
      'repeated hour in Casablanca',
      '2026-02-15',
      '02:30',
      'Africa/Casablanca',
      '2026-02-15T02:30:00.000Z',
    ],
    [
      'skipped hour in Casablanca',
      '2026-03-22',
      '02:30',
      'Africa/Casablanca',
      '2026-03-22T02:00:00.000Z',
    ],
    [
      'zone with a 45-minute offset',
      '2026-05-01',
      '08:00',
      'Asia/Kathmandu',
      '2026-05-01T02:15:00.000Z',
    ],
  ])('finds the instant: %s', (_name, ...[day, time, zone, expected]) => {
    expect(at(day, time, zone)).toBe(expected);
  });

  it('finds the first of two occurrences', () => {
    expect(at('2026-10-25', '02:30', 'Europe/Berlin', 'first')).toBe('2026-10-25T00:30:00.000Z');
    expect(at('2026-11-01', '01:30', 'America/New_York', 'first')).toBe('2026-11-01T05:30:00.000Z');
  });
});

it('reads the local date and time of a zone', () => {
  const wallClock = wallClockAt(new Date('2026-05-01T22:30:00.000Z'), 'Europe/Berlin');
  expect(wallClock).toEqual({ dayMs: Date.parse('2026-05-02'), minutes: 30 });
  expect(() => wallClockAt(new Date(), 'Mars/Olympus')).toThrow(RangeError);
});
