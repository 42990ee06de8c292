import { openCountCache } from './count-cache.ts';

function aCache() {
  let at = 0;
  let count = 5;
  let made = 0;
  const cache = openCountCache({ atLeast: 10, freshMs: 100, staleMs: 1_000, now: () => at });
  return {
    countOf: () =>
      cache.countOf('list', () => {
        made += 1;
        return Promise.resolve(count);
      }),
    set: (given: { at?: number; count?: number }) => {
      at = given.at ?? at;
      count = given.count ?? count;
    },
    made: () => made,
  };
}

describe('the count of a list', () => {
  it('is exact each time while the list is short', async () => {
    const cache = aCache();
    expect(await cache.countOf()).toBe(5);
    cache.set({ count: 6 });
    expect(await cache.countOf()).toBe(6);
    expect(cache.made()).toBe(2);
  });

  it('of a long list is cached, then refreshed in the background, and awaited when too old', async () => {
    const cache = aCache();
    cache.set({ count: 20 });
    expect(await cache.countOf()).toBe(20);
    cache.set({ count: 21, at: 90 });
    expect([await cache.countOf(), cache.made()]).toEqual([20, 1]);
    cache.set({ at: 101 });
    expect(await cache.countOf()).toBe(20);
    expect([await cache.countOf(), cache.made()]).toEqual([21, 2]);
    cache.set({ count: 22, at: 2_000 });
    expect(await cache.countOf()).toBe(22);
  });
});
