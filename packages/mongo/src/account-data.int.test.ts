import { type AccountRow, openAccountData } from './account-data.ts';
import { defineCollection, openCollections } from './define-collection.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface Shelf {
  readonly _id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly secret: string;
}

const base = {
  shardKey: { unsharded: 'for tests' },
  retention: 'permanent',
  personal: 'none',
} as const;
const declared = {
  shelves: defineCollection<Shelf>({
    ...base,
    name: 'shelves',
    exports: { by: ['ownerId'], fields: ['name'] },
  }),
  hidden: defineCollection<Shelf>({ ...base, name: 'hidden' }),
};

let world: MongoWorld;
beforeAll(async () => {
  world = await createWorld(process.env);
});
afterAll(() => world.close());

it('reads the exported fields of the account alone, beyond one batch', async () => {
  const { connection } = world.mongo;
  const { shelves, hidden } = await openCollections(connection, declared);
  const names = Array.from({ length: 450 }, (_, index) => `shelf ${String(index)}`);
  for (const ownerId of ['ann', 'bob']) {
    const all = names.map((name) => ({
      _id: `${ownerId} ${name}`,
      ownerId,
      name,
      secret: 'secret',
    }));
    await shelves.insertMany(all);
    await hidden.insertMany(all);
  }
  const rows: AccountRow[] = [];
  for await (const row of openAccountData(connection, declared)('ann')) rows.push(row);
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(names.map((name) => JSON.stringify({ collection: 'shelves', data: { name } }))),
  );
  expect(rows).toHaveLength(names.length);
});
