import { monthsSince, periodsBetween, periodStart } from './calendar.ts';

const at = (text: string): Date => new Date(text);

describe('periodStart', () => {
  it.each([
    ['day', '2026-03-01T23:59:59.999Z', '2026-03-01T00:00:00.000Z'],
    ['week', '2026-03-01T12:00:00.000Z', '2026-02-23T00:00:00.000Z'],
    ['week', '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['month', '2026-03-31T12:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['year', '2026-03-31T12:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ] as const)('begins a %s in UTC, weeks on Monday', (unit, moment, start) => {
    expect(periodStart(at(moment), unit).toISOString()).toBe(start);
  });
});

describe('periodsBetween', () => {
  it('leaves no gap', () => {
    const periods = periodsBetween(at('2025-11-30T00:00:00Z'), at('2026-02-01T00:00:00Z'), {
      unit: 'month',
      atMost: 10,
    });
    expect(periods.map((period) => period.toISOString().slice(0, 7))).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
  });

  it('returns the latest periods where there are too many', () => {
    const periods = periodsBetween(at('2000-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z'), {
      unit: 'day',
      atMost: 2,
    });
    expect(periods.map((period) => period.toISOString().slice(0, 10))).toEqual([
      '2025-12-31',
      '2026-01-01',
    ]);
  });
});

describe('monthsSince', () => {
  it('counts at least one month, so that an average over it exists', () => {
    expect(monthsSince(at('2026-05-30T00:00:00Z'), at('2026-05-31T00:00:00Z'))).toBe(1);
    expect(monthsSince(at('2025-05-30T00:00:00Z'), at('2026-05-01T00:00:00Z'))).toBe(12);
  });
});
