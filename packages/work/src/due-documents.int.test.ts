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
const now = () => new Date(Date.now() + offsetMs);
const openQueue = () => dueDocuments(documents(), { leaseMs: LEASE_MS, now });
const documents = () => database.db.collection<DueDocument>('due');

describeWorkQueue('due documents of a collection', () => {
  const collection = documents();
  return {
    leaseMs: LEASE_MS,
    openQueue,
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

it('never makes a document due again that ended while it was claimed', async () => {
  const [_id, queue] = [randomUUID(), openQueue()];
  await documents().insertOne({ _id, dueAt: now(), claim: null });
  const [claimed] = await queue.claim(1);
  await documents().updateOne({ _id }, { $set: { dueAt: null } });
  expect(await queue.renew(claimed!)).toBe(false);
  await queue.release([claimed!]);
  expect(await documents().findOne({ _id })).toMatchObject({ dueAt: null });
});

it('claims a part of many due documents without reading the others', async () => {
  const [many, most] = [3_000, 200];
  await documents().deleteMany({});
  const partialFilterExpression = { dueAt: { $type: 'date' } };
  await documents().createIndexes([{ key: { dueAt: 1 }, partialFilterExpression }]);
  const due = Array.from({ length: many }, () => ({ _id: randomUUID(), dueAt: now() }));
  await documents().insertMany(due);
  const { db } = database;
  await db.command({ profile: 2 });
  expect(await openQueue().claim(most)).toHaveLength(most);
  await db.command({ profile: 0 });
  const calls = await db
    .collection('system.profile')
    .find({ ns: /\.due$/ })
    .toArray();
  const keys = calls.map((call) => Number(call['keysExamined'] ?? 0));
  expect(calls.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...keys)).toBeLessThanOrEqual(2 * most + 1);
});
