import type mongoose from 'mongoose';
import {
  type CollectionsOf,
  defineCollection,
  field,
  openCollections,
} from './define-collection.ts';
import { fromDocument, toDocument } from './documents.ts';
import { findPage, NEWEST_FIRST } from './find-page.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface BookDocument {
  readonly _id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly createdAt: Date;
}

const fields = {
  _id: field.text,
  title: field.text,
  subtitle: field.optionalText,
  createdAt: field.date,
};

const declared = {
  books: defineCollection<BookDocument>({
    name: 'books',
    shardKey: { title: 'hashed' },
    retention: 'permanent',
    personal: 'none',
    fields,
    indexes: [
      { key: { title: 1 }, unique: true },
      { key: NEWEST_FIRST, name: 'newest' },
    ],
  }),
  loans: defineCollection<{ readonly _id: string; readonly createdAt: Date }>({
    name: 'book_loans',
    shardKey: { unsharded: 'for tests' },
    retention: { field: 'createdAt', seconds: 60, indexName: 'expiry' },
    personal: 'none',
  }),
  shelves: defineCollection<{ readonly _id: string }>({
    name: 'shelves',
    shardKey: { unsharded: 'for tests' },
    retention: { until: 'the library closes' },
    personal: 'none',
  }),
};

describe('declared collections', () => {
  let world: MongoWorld;
  let connection: mongoose.Connection;
  let collections: CollectionsOf<typeof declared>;
  beforeAll(async () => {
    world = await createWorld(process.env);
    ({ connection } = world.mongo);
    collections = await openCollections(connection, declared);
  });
  afterAll(() => world.close());

  it('are created with their indexes and the index that ends their retention', async () => {
    const indexesOf = async (name: string) =>
      (await connection.collection(name).indexes()).map(({ v: _v, ...index }) => index);
    expect(await indexesOf('books')).toEqual([
      { key: { _id: 1 }, name: '_id_' },
      { key: { title: 1 }, name: 'title_1', unique: true },
      { key: { createdAt: -1, _id: -1 }, name: 'newest' },
    ]);
    expect(await indexesOf('book_loans')).toEqual([
      { key: { _id: 1 }, name: '_id_' },
      { key: { createdAt: 1 }, name: 'expiry', expireAfterSeconds: 60 },
    ]);
    expect(await indexesOf('shelves')).toEqual([{ key: { _id: 1 }, name: '_id_' }]);
  });

  it('check what is saved where they declare fields', async () => {
    const { books } = collections;
    await books.create({ _id: 'a', title: 'A', createdAt: new Date(1) });
    expect(await books.findById('a').lean()).toMatchObject({ subtitle: null });
    await expect(books.create({ _id: 'b' })).rejects.toThrow(/title/);
    const unknown = { _id: 'b', title: 'B', createdAt: new Date(), author: 'me' };
    await expect(books.create(unknown)).rejects.toThrow(/author/);
  });

  it('can be opened again, as in another part of the same process', async () => {
    expect(declared.books.open(connection)).toBe(collections.books);
    await expect(openCollections(connection, declared)).resolves.toBeDefined();
  });

  it('are read page by page, newest first, with the number of all documents', async () => {
    const { books, loans } = collections;
    await books.deleteMany({});
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const documents = ids.map((_id, index) => ({
      ...{ _id, title: _id, subtitle: null },
      createdAt: new Date(Math.floor(index / 2)),
    }));
    await books.create(documents);
    await loans.insertMany(documents.map(({ _id, createdAt }) => ({ _id, createdAt })));
    const pageOf = async (skip: number) => {
      const page = await findPage(books, {}, { skip, limit: 2 });
      return [page.total, ...page.documents.map(({ _id }) => _id)];
    };
    expect([await pageOf(0), await pageOf(2), await pageOf(4)]).toEqual([
      [5, 'e', 'd'],
      [5, 'c', 'b'],
      [5, 'a'],
    ]);
    const later = { createdAt: { $gt: new Date(0) } };
    const page = await findPage(loans, later, { sort: { _id: 1 }, skip: 1, limit: 9 });
    expect(page).toMatchObject({ total: 3, documents: [{ _id: 'd' }, { _id: 'e' }] });
    const fields = ['_id', 'title'] as const;
    const part = await findPage(books, {}, { skip: 4, limit: 2, fields });
    expect(part).toEqual({ total: 5, documents: [{ _id: 'a', title: documents[0]?.title }] });
    // A page that ends the list outweighs a cached count that is out of date.
    const counts = { countOf: () => Promise.resolve(50) };
    const totalOf = async (skip: number) =>
      (await findPage(loans, {}, { skip, limit: 2, counts })).total;
    expect([await totalOf(0), await totalOf(4), await totalOf(6)]).toEqual([50, 5, 50]);
  });
});

it('stores the id of a record as _id', () => {
  const record = { id: 'a', title: 'A' };
  expect(toDocument(record)).toEqual({ _id: 'a', title: 'A' });
  expect(fromDocument(toDocument(record))).toEqual(record);
});
