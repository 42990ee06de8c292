import { cacheCampaignNames } from './campaign-name-cache.ts';

describe('the names of campaigns', () => {
  const clock = { nowMs: 1_000 };
  const asked: string[][] = [];
  const titles = new Map([['a', { name: 'A', brandName: 'Brand' }]]);
  const findNames = cacheCampaignNames(
    (ids) => {
      asked.push([...ids]);
      return Promise.resolve(new Map(titles));
    },
    () => clock.nowMs,
  );

  it('are looked up once a moment, also where there is none', async () => {
    expect(await findNames(['a', 'a', 'b'])).toEqual(titles);
    expect(await findNames(['b', 'a'])).toEqual(titles);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('are looked up again afterwards, so that a new name shows', async () => {
    titles.set('a', { name: 'Renamed', brandName: 'Brand' });
    clock.nowMs += 2_000;
    expect((await findNames(['a'])).get('a')?.name).toBe('Renamed');
  });

  it('are not asked for where a list is empty', async () => {
    asked.length = 0;
    expect(await findNames([])).toEqual(new Map());
    expect(asked).toEqual([]);
  });
});
