import type mongoose from 'mongoose';
import { DAY_MS } from '@tributary/units';
import { type CollectionsOf, defineCollection, openCollections } from './define-collection.ts';
import { erasures, openErasures } from './erasures.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface Owned {
  readonly _id: string;
  readonly ownerId: string;
}

interface Note {
  readonly _id: string;
  readonly shelfId: string;
}

interface Loan {
  readonly _id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

const base = { shardKey: { unsharded: 'for tests' }, retention: 'permanent' } as const;

const declared = {
  shelves: defineCollection<Owned>({
    ...base,
    name: 'shelves',
    personal: [{ of: 'account', fields: ['ownerId'], by: ['ownerId'], erased: 'deleted' }],
  }),
  notes: defineCollection<Note>({
    ...base,
    name: 'notes',
    personal: [
      {
        of: 'account',
        fields: ['_id'],
        via: { collection: 'shelves', by: ['ownerId'], field: 'shelfId' },
        erased: 'deleted',
      },
    ],
  }),
  loans: defineCollection<Loan>({
    ...base,
    name: 'loans',
    personal: [
      {
        of: 'account',
        fields: ['name'],
        byAddress: { field: 'email', madeAt: 'createdAt' },
        erased: { blanked: { name: 'erased' } },
      },
    ],
  }),
  invoices: defineCollection<Owned>({
    ...base,
    name: 'invoices',
    personal: [{ of: 'account', fields: ['ownerId'], erased: { kept: 'statutory, 10 years' } }],
  }),
  erasures,
};

describe('erasing an account', () => {
  let world: MongoWorld;
  let connection: mongoose.Connection;
  let collections: CollectionsOf<typeof declared>;
  let now = new Date();
  let ready = true;
  const open = () =>
    openErasures({
      connection,
      declared,
      clock: { now: () => now },
      addressesOf: () => Promise.resolve(['ann@example.com']),
      isReady: () => Promise.resolve(ready),
    });
  const drain = async () => {
    const erasing = open();
    while (await erasing.eraseNext());
  };
  const fill = async (owner: string) => {
    const shelves = Array.from({ length: 1_201 }, (_, index) => ({
      _id: `${owner}-${String(index)}`,
      ownerId: owner,
    }));
    await collections.shelves.insertMany(shelves);
    await collections.notes.insertMany(
      shelves.map(({ _id }) => ({ _id: `note-${_id}`, shelfId: _id })),
    );
    await collections.invoices.insertMany([{ _id: `invoice-${owner}`, ownerId: owner }]);
  };
  const counts = async (owner: string) => [
    await collections.shelves.countDocuments({ ownerId: owner }),
    await collections.notes.countDocuments({ _id: { $regex: `^note-${owner}` } }),
    await collections.invoices.countDocuments({ ownerId: owner }),
  ];

  beforeAll(async () => {
    world = await createWorld(process.env);
    ({ connection } = world.mongo);
    collections = await openCollections(connection, declared);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    [now, ready] = [new Date(), true];
    const { shelves, notes, loans, invoices, erasures: requested } = collections;
    await shelves.deleteMany({});
    await notes.deleteMany({});
    await loans.deleteMany({});
    await invoices.deleteMany({});
    await requested.deleteMany({});
    await loans.insertMany([
      { _id: 'a', email: 'ann@example.com', name: 'Ann', createdAt: now },
      { _id: 'b', email: 'bob@example.com', name: 'Bob', createdAt: now },
    ]);
  });

  it('deletes and blanks what is declared, beyond one batch, and nothing of others', async () => {
    await fill('ann');
    await fill('bob');
    await open().request('ann');
    await drain();
    expect(await counts('ann')).toEqual([0, 0, 1]);
    expect(await counts('bob')).toEqual([1_201, 1_201, 1]);
    expect(await collections.loans.find({}).sort({ _id: 1 }).toArray()).toMatchObject([
      { name: 'erased' },
      { name: 'Bob' },
    ]);
  });

  it('erases again what late events brought back, and then forgets the address', async () => {
    await open().request('ann');
    await drain();
    await fill('ann');
    await open().request('ann');
    await drain();
    expect(await counts('ann')).toEqual([1_201, 1_201, 1]);
    now = new Date(now.getTime() + 16 * DAY_MS);
    await drain();
    expect(await counts('ann')).toEqual([0, 0, 1]);
    expect(await collections.erasures.findOne({ _id: 'ann' })).toMatchObject({
      addresses: [],
      dueAt: null,
      passes: 2,
    });
  });

  it('leaves what names the address later, because another person may have it then', async () => {
    await open().request('ann');
    await drain();
    const createdAt = new Date(now.getTime() + DAY_MS);
    const [email, name] = ['ann@example.com', 'Ann Young'];
    await collections.loans.insertMany([
      { _id: 'late', email, name: 'Ann', createdAt: now },
      { _id: 'new', email, name, createdAt },
    ]);
    now = new Date(now.getTime() + 16 * DAY_MS);
    await drain();
    expect(await collections.loans.findOne({ _id: 'late' })).toMatchObject({ name: 'erased' });
    expect(await collections.loans.findOne({ _id: 'new' })).toMatchObject({ name });
  });

  it('is finished by another instance where one stopped in the middle', async () => {
    await fill('ann');
    await open().request('ann');
    // The state that a stopped instance leaves: a lease, and some of the documents.
    const dueAt = new Date(now.getTime() + DAY_MS / 24);
    await collections.erasures.updateOne({ _id: 'ann' }, { $set: { dueAt } });
    await collections.notes.deleteMany({ _id: { $regex: '^note-ann-1' } });
    await drain();
    expect((await counts('ann'))[0]).toBe(1_201);
    now = dueAt;
    await drain();
    expect(await counts('ann')).toEqual([0, 0, 1]);
  });

  it('is due again within seconds where it failed', async () => {
    await fill('ann');
    await open().request('ann');
    // No document of a view can be deleted.
    await collections.shelves.drop();
    await connection.createCollection('shelves', { viewOn: 'invoices', pipeline: [] });
    await expect(open().eraseNext()).rejects.toThrow('view');
    await connection.dropCollection('shelves');
    await collections.shelves.insertOne({ _id: 'again', ownerId: 'ann' });
    expect(await open().eraseNext()).toBe(false);
    now = new Date(now.getTime() + 10_000);
    await drain();
    expect((await counts('ann'))[0]).toBe(0);
  });

  it('waits while work in progress needs the data', async () => {
    await fill('ann');
    await open().request('ann');
    ready = false;
    await drain();
    expect((await counts('ann'))[0]).toBe(1_201);
    [now, ready] = [new Date(now.getTime() + DAY_MS), true];
    await drain();
    expect(await counts('ann')).toEqual([0, 0, 1]);
  });
});
