import mongoose from 'mongoose';
import { ownCollections } from '../collections.ts';
import { databaseNames } from './database-names.ts';
import { type RawDocument, type StoredCollection } from './snapshot.ts';

const DOCUMENTS_PER_WRITE = 1_000;
const BYTES_PER_WRITE = 8 * 1_024 * 1_024;

/** Keeps the stored types: a number that is written as a double stays one. */
const AS_STORED = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;

const { BSON } = mongoose.mongo;

/** Databases that are filled from a backup. */
export interface Refill {
  /** Creates a collection with its documents, and then its indexes. @returns the number of documents */
  fill(collection: StoredCollection, documents: AsyncIterable<RawDocument>): Promise<number>;
  close(): Promise<void>;
}

type Adapt = (document: mongoose.mongo.Document) => mongoose.mongo.Document;

/**
 * Lets the marks of what took effect last as long as they had left at the moment of the backup: the events of a
 * backup that is older than their retention would have a second effect otherwise.
 */
const postpone =
  (byMs: number): Adapt =>
  (mark) => ({ ...mark, expiresAt: new Date((mark['expiresAt'] as Date).getTime() + byMs) });

async function* batchesOf(documents: AsyncIterable<RawDocument>, adapt: Adapt) {
  let batch: mongoose.mongo.Document[] = [];
  let bytes = 0;
  for await (const document of documents) {
    batch.push(adapt(BSON.deserialize(document, AS_STORED)));
    bytes += document.length;
    if (batch.length < DOCUMENTS_PER_WRITE && bytes < BYTES_PER_WRITE) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/**
 * @param ageMs the time since the moment of the backup
 * @throws Error where a database of the namespace exists already
 */
export async function openRefill(url: string, namespace: string, ageMs: number): Promise<Refill> {
  const client = new mongoose.mongo.MongoClient(url);
  await client.connect();
  const existing = await databaseNames(client, namespace);
  if (existing.length > 0) {
    await client.close();
    throw new Error(
      `A restore needs an empty installation, and there are the databases ${existing.join(', ')}: remove them, or name another NAMESPACE`,
    );
  }
  return {
    fill: async ({ database, name, options, indexes }, documents) => {
      const collection = await client.db(namespace + database).createCollection(name, options);
      const isInbox = name === ownCollections.inbox.name;
      const adapt = isInbox ? postpone(ageMs) : (document: mongoose.mongo.Document) => document;
      let count = 0;
      for await (const batch of batchesOf(documents, adapt)) {
        const writeConcern = { w: 'majority', journal: true } as const;
        await collection.insertMany(batch, { ordered: false, writeConcern });
        count += batch.length;
      }
      const further = indexes.filter((index) => index.name !== '_id_');
      if (further.length > 0) await collection.createIndexes([...further]);
      return count;
    },
    close: () => client.close(),
  };
}
