import { alarmsOf, decideAlarms, familyOf, type HealthDay } from './tracking-health.ts';

const day = (given: { clicks?: number; arrivals?: number; with?: number; without?: number }) => ({
  date: '2026-11-01',
  clicks: given.clicks ?? 0,
  arrivals: given.arrivals ?? 0,
  orders: [
    { browser: 'Chrome', withClick: given.with ?? 0, withoutClick: given.without ?? 0 },
  ] as const,
});
const week = (given: Parameters<typeof day>[0], recent: Parameters<typeof day>[0]): HealthDay[] => [
  ...Array.from({ length: 5 }, () => day(given)),
  day(recent),
  day(recent),
];

describe('the alarms of tracking', () => {
  it.each([
    ['orders that suddenly carry no click', { with: 2, without: 3 }, { without: 5 }, true],
    ['orders that never carried one', { without: 10 }, { without: 5 }, false],
    ['fewer orders with a click', { with: 5, without: 5 }, { with: 1, without: 20 }, false],
    ['too few orders to know', { with: 2, without: 2 }, { without: 2 }, false],
    ['a new shop', {}, { without: 20 }, false],
  ])('%s', (_what, earlier, recent, isAlarm) => {
    expect(alarmsOf(week(earlier, recent))).toEqual(isAlarm ? ['orders_without_click'] : []);
  });

  it('name a script that sees no visitor any more', () => {
    expect(alarmsOf(week({ clicks: 50, arrivals: 40 }, { clicks: 50 }))).toEqual([
      'clicks_not_seen',
    ]);
    expect(alarmsOf(week({ clicks: 50 }, { clicks: 50 }))).toEqual([]);
  });
});

describe('an alarm', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const since = new Date('2026-11-10T12:00:00Z');
  const known = [{ kind: 'orders_without_click', since }] as const;
  const broken = week({ with: 2, without: 3 }, { without: 5 });

  it('is raised once', () => {
    const first = decideAlarms([], broken, now);
    expect(first).toEqual({
      raised: [{ kind: 'orders_without_click', since: now }],
      ended: [],
      open: [{ kind: 'orders_without_click', since: now }],
    });
    expect(decideAlarms(first.open, broken, now)).toEqual({
      raised: [],
      ended: [],
      open: first.open,
    });
  });

  it.each([
    ['while there are no orders', week({ with: 2 }, {})],
    ['for weeks without a click', week({ without: 5 }, { without: 5 })],
  ])('lasts %s', (_when, days) => {
    expect(decideAlarms(known, days, now)).toEqual({ raised: [], ended: [], open: known });
  });

  it('ends with the first click that is seen again', () => {
    const days = week({ without: 5 }, { with: 1, without: 9 });
    expect(decideAlarms(known, days, now)).toEqual({ raised: [], ended: known, open: [] });
  });
});

it('browsers are distinguished by family', () => {
  const names = ['Chrome', 'Microsoft Edge', 'Mobile Safari', 'Firefox', 'Opera', null];
  expect(names.map(familyOf)).toEqual(['Chrome', 'Edge', 'Safari', 'Firefox', 'Other', 'Other']);
});
