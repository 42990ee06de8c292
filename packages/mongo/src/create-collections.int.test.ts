import { createCollections, ensureCollections } from './create-collections.ts';
import { openMongo } from './open-mongo.ts';
import { createWorld, mongoUrl, silentLog } from './testing/world.ts';

it('creates collections and indexes once, however many instances start together', async () => {
  const world = await createWorld(process.env);
  const database = world.mongo.connection.name;
  const options = { url: mongoUrl(process.env), database, log: silentLog };
  const instances = await Promise.all([1, 2, 3].map(() => openMongo(options)));
  await Promise.all(
    instances.map(({ connection }) => {
      const Accounts = connection.model('Account', world.Accounts.schema);
      return ensureCollections(connection, [Accounts]);
    }),
  );
  const indexes = await world.Accounts.collection.indexes();
  expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'balance_1']);
  await Promise.all(instances.map((instance) => instance.close()));
  await world.close();
});

it('replaces an index that an earlier release declared differently, but never a unique one', async () => {
  const world = await createWorld(process.env);
  const { connection } = world.mongo;
  const notes = (key: Record<string, 1 | -1>, unique = false) => [
    { name: 'notes', indexes: [{ key, name: 'newest', ...(unique ? { unique } : {}) }] },
  ];
  await createCollections(connection, notes({ at: -1 }));
  const instances = [1, 2].map(() => createCollections(connection, notes({ at: -1, status: 1 })));
  await Promise.all(instances);
  const indexes = await connection.collection('notes').indexes();
  expect(indexes.find(({ name }) => name === 'newest')?.key).toEqual({ at: -1, status: 1 });
  await expect(createCollections(connection, notes({ at: 1 }, true))).rejects.toThrow(/same name/);
  await world.close();
});

it('drops an index of an earlier release once the one that replaces it is built', async () => {
  const world = await createWorld(process.env);
  const { connection } = world.mongo;
  const once = (key: Record<string, 1>, name: string) => ({ key, name, unique: true });
  const former = { name: 'lines', indexes: [once({ order: 1 }, 'once')] };
  await createCollections(connection, [former]);
  const replaced = {
    name: 'lines',
    indexes: [once({ order: 1, change: 1 }, 'once_per_change')],
    formerIndexes: ['once'],
  };
  await Promise.all([1, 2].map(() => createCollections(connection, [replaced])));
  const indexes = await connection.collection('lines').indexes();
  expect(indexes.map(({ name }) => name)).toEqual(['_id_', 'once_per_change']);
  await world.close();
});
