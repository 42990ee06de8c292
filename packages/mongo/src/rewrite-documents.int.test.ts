import type mongoose from 'mongoose';
import { type CollectionsOf, defineCollection, openCollections } from './define-collection.ts';
import { rewriteDocuments } from './rewrite-documents.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

interface Note {
  readonly _id: string;
  readonly text: string;
  readonly old?: readonly { readonly text: string; readonly until: Date }[];
}

const notes = defineCollection<Note>({
  name: 'notes',
  shardKey: { unsharded: 'for tests' },
  retention: 'permanent',
  personal: 'none',
});
const declared = { notes };

const rewrite = ({ text }: Note): Partial<Note> => {
  if (text === '?') throw new Error('unreadable');
  return text === text.toUpperCase() ? {} : { text: text.toUpperCase() };
};

describe('rewriting the documents of a collection', () => {
  let world: MongoWorld;
  let connection: mongoose.Connection;
  let collections: CollectionsOf<typeof declared>;

  beforeAll(async () => {
    world = await createWorld(process.env);
    ({ connection } = world.mongo);
    collections = await openCollections(connection, declared);
  });
  afterAll(() => world.close());
  beforeEach(() => collections.notes.deleteMany({}));

  it('rewrites each document once, in however many batches', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `n${String(index)}`);
    await collections.notes.insertMany(ids.map((_id) => ({ _id, text: 'a' })));
    const nothing = { failed: 0, failedIds: [] };
    await expect(rewriteDocuments(connection, notes, rewrite)).resolves.toEqual({
      documents: 450,
      rewritten: 450,
      ...nothing,
    });
    await expect(collections.notes.countDocuments({ text: 'A' })).resolves.toBe(450);
    await expect(rewriteDocuments(connection, notes, rewrite)).resolves.toEqual({
      documents: 450,
      rewritten: 0,
      ...nothing,
    });
  });

  it('loses no change that is made between its reading and its writing', async () => {
    await collections.notes.insertMany([{ _id: 'n', text: 'before' }]);
    const read: string[] = [];
    const report = await rewriteDocuments<Note>(connection, notes, async (note) => {
      read.push(note.text);
      if (read.length === 1) {
        await collections.notes.updateOne({ _id: 'n' }, { $set: { text: 'meanwhile' } });
      }
      return rewrite(note);
    });
    expect(read).toEqual(['before', 'meanwhile']);
    expect(report).toMatchObject({ documents: 1, rewritten: 1 });
    await expect(collections.notes.findOne()).resolves.toMatchObject({ text: 'MEANWHILE' });
  });

  it('compares lists as they were read, and names the documents that it cannot read', async () => {
    const until = new Date();
    await collections.notes.insertMany([
      { _id: 'bad', text: '?' },
      { _id: 'n', text: 'A', old: [{ text: 'a', until }] },
    ]);
    const ofLists = (note: Note): Partial<Note> => ({
      ...rewrite(note),
      ...(note.old === undefined
        ? {}
        : { old: note.old.map((entry) => ({ ...entry, text: entry.text.toUpperCase() })) }),
    });
    await expect(rewriteDocuments(connection, notes, ofLists)).resolves.toEqual({
      documents: 2,
      rewritten: 1,
      failed: 1,
      failedIds: ['bad'],
    });
    await expect(collections.notes.findOne({ _id: 'n' })).resolves.toMatchObject({
      old: [{ text: 'A', until }],
    });
  });
});
