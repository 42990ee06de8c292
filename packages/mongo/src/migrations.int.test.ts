import { DAY_MS } from '@tributary/units';
import { defineCollection } from './define-collection.ts';
import { applyMigrations, openIsApplied, rewriting } from './migrations.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface Note {
  readonly _id: string;
  readonly text: string;
  readonly length?: number;
}

const notes = defineCollection<Note>({
  name: 'notes',
  shardKey: { unsharded: 'for tests' },
  retention: 'permanent',
  personal: 'none',
});

const lengths = rewriting<Note>({
  name: '2026-11-26-lengths',
  description: 'notes state their length',
  of: notes,
  filter: { length: { $exists: false } },
  rewrite: ({ text }) => ({ length: text.length }),
});

describe('the migrations of a database', () => {
  let world: MongoWorld;
  let now: Date;
  beforeEach(async () => {
    world = await createWorld(process.env);
    now = new Date('2026-11-26T12:00:00Z');
  });
  afterEach(() => world.close());

  const store = (count: number, from = 0) =>
    notes
      .open(world.mongo.connection)
      .insertMany(Array.from({ length: count }, (_, at) => ({ _id: `n${from + at}`, text: 'ab' })));
  const withoutLength = () =>
    notes.open(world.mongo.connection).countDocuments({ length: { $exists: false } });
  const applyAll = (signal?: AbortSignal) =>
    applyMigrations({
      connection: world.mongo.connection,
      migrations: [lengths],
      clock: { now: () => now },
      ...(signal === undefined ? {} : { signal }),
    });

  it('are applied once, and a day later to what the release before stored meanwhile', async () => {
    await store(3);
    await expect(applyAll()).resolves.toMatchObject([{ state: 'applied', rewritten: 3 }]);
    await store(2, 3);
    await expect(applyAll()).resolves.toMatchObject([{ state: 'waits' }]);
    now = new Date(now.getTime() + DAY_MS);
    await expect(applyAll()).resolves.toMatchObject([{ state: 'applied', rewritten: 5 }]);
    await expect(withoutLength()).resolves.toBe(0);
    await expect(applyAll()).resolves.toMatchObject([{ state: 'done', rewritten: 5 }]);
  });

  it('continue after the last batch where they were interrupted', async () => {
    await store(450);
    const stop = AbortSignal.abort();
    await expect(applyAll(stop)).rejects.toThrow();
    await expect(withoutLength()).resolves.toBe(250);
    await expect(applyAll(stop)).rejects.toThrow();
    await expect(withoutLength()).resolves.toBe(50);
    const isApplied = openIsApplied(world.mongo.connection, lengths.name);
    await expect(isApplied()).resolves.toBe(false);
    await expect(applyAll()).resolves.toMatchObject([{ state: 'applied', rewritten: 450 }]);
    await expect(withoutLength()).resolves.toBe(0);
    await expect(isApplied()).resolves.toBe(true);
  });
});
