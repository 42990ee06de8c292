import { randomUUID } from 'node:crypto';
import { type DueDocument, dueDocuments } from './due-documents.ts';
import { describeWorkQueue } from './testing/index.ts';
import { openTestDatabase } from './testing/test-database.ts';

const LEASE_MS = 30_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase(process.env);
});
afterAll(() => database.close());

let offsetMs = 0;

describeWorkQueue('due documents of a collection', () => {
  const collection = database.db.collection<DueDocument>('due');
  const now = () => new Date(Date.now() + offsetMs);
  return {
    leaseMs: LEASE_MS,
    openQueue: () => dueDocuments(collection, { leaseMs: LEASE_MS, now }),
    idOf: ({ _id }: DueDocument) => _id,
    add: async (count) => {
      const ids = Array.from({ length: count }, () => randomUUID());
      await collection.insertMany(ids.map((_id) => ({ _id, dueAt: now(), claim: null })));
      return ids;
    },
    finish: async ({ _id, claim }) => {
      const done = { $set: { dueAt: null, claim: null } };
      return (await collection.updateOne({ _id, claim: claim ?? '' }, done)).matchedCount === 1;
    },
    advance: (ms) => {
      offsetMs += ms;
      return Promise.resolve();
    },
  };
});
