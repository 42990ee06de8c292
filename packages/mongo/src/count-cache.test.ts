import { mock } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { openCountCache } from './count-cache.ts';

function aCache() {
  let at = 0;
  let total = 5;
  let countings = 0;
  let slow: Promise<undefined> | undefined;
  const cache = openCountCache({ exactUpTo: 10, freshMs: 100, staleMs: 1_000, waitMs: 20 });
  const clock = mock.method(performance, 'now', () => at);
  return {
    countOf: () =>
      cache.countOf('list', (limit = Infinity) => {
        if (limit === Infinity) countings += 1;
        if (total < 0) return Promise.reject(new Error('away'));
        const counted = Math.min(total, limit);
        return slow === undefined ? Promise.resolve(counted) : slow.then(() => counted);
      }),
    set: (given: { at?: number; total?: number; slow?: Promise<undefined> }) => {
      at = given.at ?? at;
      slow = given.slow ?? slow;
      total = given.total ?? total;
    },
    /** How often the whole list was counted. */
    countings: () => countings,
    [Symbol.dispose]: () => {
      clock.mock.restore();
    },
  };
}

describe('the count of a list', () => {
  it('is exact each time while the list is short', async () => {
    using cache = aCache();
    expect(await cache.countOf()).toBe(5);
    cache.set({ total: 10 });
    expect(await cache.countOf()).toBe(10);
    expect(cache.countings()).toBe(0);
  });

  it('of a long list is cached, then refreshed in the background, and awaited when too old', async () => {
    using cache = aCache();
    cache.set({ total: 20 });
    expect(await cache.countOf()).toBe(20);
    cache.set({ total: 21, at: 90 });
    expect([await cache.countOf(), cache.countings()]).toEqual([20, 1]);
    cache.set({ at: 101 });
    expect(await cache.countOf()).toBe(20);
    expect([await cache.countOf(), cache.countings()]).toEqual([21, 2]);
    cache.set({ total: 22, at: 2_000 });
    expect(await cache.countOf()).toBe(22);
  });

  it('of a list that takes long to count is the last one, until the new one is there', async () => {
    using cache = aCache();
    cache.set({ total: 20 });
    await cache.countOf();
    const { promise: slow, resolve } = Promise.withResolvers<undefined>();
    cache.set({ total: 21, at: 2_000, slow });
    expect(await cache.countOf()).toBe(20);
    resolve(undefined);
    await immediate();
    expect([await cache.countOf(), cache.countings()]).toEqual([21, 2]);
  });

  it('of a long list that several callers request is counted once', async () => {
    using cache = aCache();
    cache.set({ total: 20 });
    expect(await Promise.all([cache.countOf(), cache.countOf()])).toEqual([20, 20]);
    expect(cache.countings()).toBe(1);
  });

  it('outlives a refresh in the background that fails', async () => {
    using cache = aCache();
    cache.set({ total: 20 });
    await cache.countOf();
    cache.set({ total: -1, at: 101 });
    expect([await cache.countOf(), await cache.countOf()]).toEqual([20, 20]);
    cache.set({ total: 23 });
    await cache.countOf();
    expect(await cache.countOf()).toBe(23);
  });

  it('of a list that became short is exact again', async () => {
    using cache = aCache();
    cache.set({ total: 20 });
    await cache.countOf();
    cache.set({ total: 3, at: 2_000 });
    expect(await cache.countOf()).toBe(3);
    cache.set({ total: 4 });
    expect(await cache.countOf()).toBe(4);
  });
});
