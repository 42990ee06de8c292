import { cacheCampaignNames } from './campaign-name-cache.ts';

describe('the cache of campaign names', () => {
  const clock = { nowMs: 1_000 };
  const queries: string[][] = [];
  const titles = new Map([['a', { name: 'A', brandName: 'Brand' }]]);
  const findNames = cacheCampaignNames(
    (ids) => {
      queries.push([...ids]);
      return Promise.resolve(new Map(titles));
    },
    () => clock.nowMs,
  );

  it('queries each name once within two seconds, and a campaign that is not known yet again', async () => {
    expect(await findNames(['a', 'a', 'b'])).toEqual(titles);
    expect(await findNames(['b', 'a'])).toEqual(titles);
    expect(queries).toEqual([['a', 'b'], ['b']]);
  });

  it('queries again afterwards, so that a new name shows', async () => {
    titles.set('a', { name: 'Renamed', brandName: 'Brand' });
    clock.nowMs += 2_000;
    expect((await findNames(['a'])).get('a')?.name).toBe('Renamed');
  });

  it('sends no query for an empty list', async () => {
    queries.length = 0;
    expect(await findNames([])).toEqual(new Map());
    expect(queries).toEqual([]);
  });
});
