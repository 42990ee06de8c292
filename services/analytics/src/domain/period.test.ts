import fc from 'fast-check';
import { DAY_MS } from '@tributary/units';
import { bucketOf, bucketsOf, intervals, periodOf, previousPeriod } from './period.ts';

const at = (text: string): Date => new Date(text);
const aDate = fc.date({ min: at('2001-01-01'), max: at('2040-01-01'), noInvalidDate: true });

describe('periods', () => {
  it('takes the last 30 days, today included, without a query', () => {
    const { start, end } = periodOf({}, at('2026-05-31T13:00:00Z'));
    expect([start.toISOString(), end.toISOString()]).toEqual([
      '2026-05-02T00:00:00.000Z',
      '2026-06-01T00:00:00.000Z',
    ]);
  });

  it('refuses to begin after today where no end is given, because nothing lies between', () => {
    const start = new Date('2026-05-11T00:00:00.000Z');
    expect(() => periodOf({ start }, new Date('2026-05-10T15:00:00.000Z'))).toThrow('start_date');
  });

  it('compares with the period of the same length just before', () => {
    const period = { start: at('2026-05-11'), end: at('2026-05-21') };
    expect(previousPeriod(period)).toEqual({ start: at('2026-05-01'), end: at('2026-05-11') });
  });

  it('compares with no date that four digits cannot state', () => {
    const period = { start: at('0079-09-26'), end: at('2026-11-24') };
    expect(previousPeriod(period)).toEqual({ start: at('0000-01-01'), end: at('0079-09-26') });
  });

  it('begins weeks on Monday and months on their first day', () => {
    const sunday = at('2026-05-31T23:59:59Z');
    expect(bucketOf(sunday, 'week')).toEqual(at('2026-05-25'));
    expect(bucketOf(sunday, 'month')).toEqual(at('2026-05-01'));
  });

  it('covers every moment of a period with exactly one bucket, empty ones included', () => {
    fc.assert(
      fc.property(
        aDate,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(...intervals),
        (start, days, interval) => {
          const period = { start, end: new Date(start.getTime() + days * DAY_MS) };
          const buckets = bucketsOf(period, interval);
          const moment = new Date(start.getTime() + (days * DAY_MS) / 2);
          const own = bucketOf(moment, interval).getTime();
          return buckets.filter((bucket) => bucket.getTime() === own).length === 1;
        },
      ),
    );
  });

  it('refuses a period with too many intervals, because an answer must stay bounded', () => {
    const tooLong = { start: at('2000-01-01'), end: at('2026-01-01') };
    expect(() => bucketsOf(tooLong, 'hour')).toThrow('At most 2000 intervals');
  });
});
