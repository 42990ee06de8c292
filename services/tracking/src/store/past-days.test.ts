import { DAY_MS } from '@tributary/units';
import { type OrderCount } from '../domain/tracking-health.ts';
import { keepPastDays } from './past-days.ts';

const NOON = Date.parse('2026-05-10T12:00:00Z');
const since = new Date('2026-05-08T00:00:00Z');
const brand = { brandId: 'brand-1' };

/** A brand with orders on each day, of which the newest day grows with each count. */
function aBrand(ordersADay: number) {
  let nowMs = NOON;
  const from: string[] = [];
  const count = keepPastDays(
    (_scope, start) => {
      from.push(start.toISOString().slice(0, 10));
      const days = Math.ceil((nowMs - start.getTime()) / DAY_MS);
      return Promise.resolve(
        Array.from({ length: days }, (_, index): OrderCount => {
          const date = new Date(start.getTime() + index * DAY_MS).toISOString().slice(0, 10);
          return { date, browser: 'Chrome', age: 0, withClick: ordersADay, withoutClick: 1 };
        }),
      );
    },
    { now: () => new Date(nowMs) },
  );
  return {
    dates: async () => (await count(brand, since)).map(({ date }) => date),
    setNow: (text: string): void => {
      nowMs = Date.parse(text);
    },
    /** The first days of the counts that were made. */
    from,
  };
}

const THREE_DAYS = ['2026-05-08', '2026-05-09', '2026-05-10'];

describe('the orders of past days', () => {
  it('are counted once where they are many, and those of today each time', async () => {
    const { dates, from } = aBrand(20_000);
    expect([await dates(), await dates()]).toEqual([THREE_DAYS, THREE_DAYS]);
    expect(from).toEqual(['2026-05-08', '2026-05-10']);
  });

  it('are counted each time where they are few', async () => {
    const { dates, from } = aBrand(10);
    expect([await dates(), await dates()]).toEqual([THREE_DAYS, THREE_DAYS]);
    expect(from).toEqual(['2026-05-08', '2026-05-08']);
  });

  it('are still counted shortly after midnight, when an order of the day may not be stored yet', async () => {
    const { dates, from, setNow } = aBrand(20_000);
    await dates();
    setNow('2026-05-11T00:30:00Z');
    expect(await dates()).toEqual([...THREE_DAYS, '2026-05-11']);
    setNow('2026-05-11T01:30:00Z');
    await dates();
    await dates();
    expect(from.slice(1)).toEqual(['2026-05-10', '2026-05-10', '2026-05-11']);
  });
});
