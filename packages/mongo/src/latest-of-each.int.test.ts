import fc from 'fast-check';
import { listLatestOfEach } from './latest-of-each.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface Visit {
  _id: string;
  campaign: string;
  visitor: string | null;
  at: number;
  counts: boolean;
}

const INDEX = { campaign: 1, visitor: 1, at: 1 } as const;

describe('listLatestOfEach', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
    await visits().createIndexes([{ key: INDEX }]);
  });
  afterAll(() => world.close());

  const visits = () => world.mongo.connection.collection<Visit>('visits');
  const names = ['a', 'b', 'c', 'd'];
  const replaceAll = async (given: readonly Omit<Visit, '_id'>[]) => {
    await visits().deleteMany({});
    if (given.length === 0) return;
    await visits().insertMany(given.map((one, at) => ({ _id: String(at), ...one })));
  };
  const search = (
    campaigns: readonly string[],
    visitors: readonly (string | null)[],
    most: number,
  ) =>
    listLatestOfEach<Visit, 'campaign' | 'visitor', Visit>(visits(), {
      of: [
        ['campaign', campaigns],
        ['visitor', visitors],
      ],
      ...{
        by: 'at',
        most,
        where: { counts: true },
        projection: { _id: 1, campaign: 1, visitor: 1 },
      },
      index: INDEX,
    });

  it('finds the latest of every group, whatever the sizes of groups', async () => {
    const name = fc.constantFrom(...names);
    const visitor = fc.constantFrom(...names, null);
    const visit = fc.record({ campaign: name, visitor, counts: fc.boolean() });
    const some = fc.uniqueArray(name, { minLength: 1 });
    const someVisitors = fc.uniqueArray(visitor, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(visit, { maxLength: 60 }),
        ...([some, someVisitors, fc.integer({ min: 1, max: 4 })] as const),
        async (given, campaigns, visitors, most) => {
          const all = given.map((one, at) => ({ ...one, at }));
          await replaceAll(all);
          const wanted = all.filter(
            ({ campaign, visitor, counts }) =>
              counts && campaigns.includes(campaign) && visitors.includes(visitor),
          );
          const groups = Map.groupBy(
            wanted,
            ({ campaign, visitor }) => `${campaign} ${String(visitor)}`,
          );
          const expected = [...groups.values()].flatMap((rows) => rows.slice(-most));
          const found = await search(campaigns, visitors, most);
          expect(found.map(({ _id }) => Number(_id)).sort((a, b) => a - b)).toEqual(
            expected.map(({ at }) => at).sort((a, b) => a - b),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('reads no more of a large group than twice what is wanted', async () => {
    const of = { campaign: 'a', counts: true };
    await replaceAll([
      ...Array.from({ length: 5_000 }, (_, at) => ({ ...of, visitor: 'b', at })),
      ...names.map((visitor, at) => ({ ...of, visitor, at: 10_000 + at })),
    ]);
    const { db } = world.mongo.connection;
    await db?.command({ profile: 2 });
    const found = await search(['a', 'x'], names, 20);
    await db?.command({ profile: 0 });
    expect(found.length).toBe(23);
    const calls = (await db?.collection('system.profile').find({ op: 'query' }).toArray()) ?? [];
    const examined = calls.reduce((sum, call) => sum + Number(call['docsExamined']), 0);
    expect(calls.length).toBeGreaterThan(0);
    expect(examined).toBeLessThan(100);
  });

  it('reads an index that begins with the latest as well', async () => {
    await visits().createIndexes([{ key: { visitor: 1, at: -1 } }]);
    const of = { campaign: 'a', counts: true };
    await replaceAll(names.flatMap((visitor) => [1, 2, 3].map((at) => ({ ...of, visitor, at }))));
    const found = await listLatestOfEach<Visit, 'visitor', Visit>(visits(), {
      ...{ of: [['visitor', names]], by: 'at', most: 1, where: {} },
      ...{ projection: { visitor: 1, at: 1 }, index: { visitor: 1, at: -1 } },
    });
    expect(found.map(({ visitor, at }) => [visitor, at]).sort()).toEqual(
      names.map((visitor) => [visitor, 3]),
    );
  });

  it('finds nothing where no values are wanted', async () => {
    expect(await search([], ['a'], 2)).toEqual([]);
  });
});
