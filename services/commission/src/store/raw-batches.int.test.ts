import { openMongo, type Mongo } from '@tributary/mongo';
import { databaseOf, openLog } from '@tributary/service';
import { eventually, testEnv } from '@tributary/testing';
import { readCommissionConfig } from '../config.ts';
import { rawBatches, type RawQuery, type Session } from './raw-batches.ts';
import { readRows } from './row-bytes.ts';

const ROWS = 4_500;

let mongo: Mongo;
let session: Session;
beforeAll(async () => {
  const config = readCommissionConfig(testEnv({ IDENTITY_URL: 'http://127.0.0.1:9' }));
  const log = openLog('commission', 'error');
  mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const rows = Array.from({ length: ROWS }, (_, number) => ({ number, text: `Zeile ${number} ä` }));
  await mongo.connection.collection('rows').insertMany(rows, { writeConcern: { w: 'majority' } });
});
afterAll(() => mongo.close());
beforeEach(() => {
  session = mongo.connection.getClient().startSession({ snapshot: true });
});
afterEach(() => session.endSession());

async function numbersOf(query: RawQuery): Promise<unknown[]> {
  const numbers: unknown[] = [];
  for await (const batch of rawBatches(mongo.connection, session, query)) {
    numbers.push(...readRows(batch, (row) => row.get('number')));
  }
  return numbers;
}

async function openCursors(): Promise<number> {
  const { connection } = mongo;
  const admin = connection.getClient().db('admin');
  const stages = [
    { $currentOp: { idleCursors: true, allUsers: true } },
    { $match: { ns: `${connection.name}.rows` } },
  ];
  const found = admin.aggregate(stages, { readConcern: { level: 'local' } });
  return (await found.toArray()).length;
}

describe('raw batches', () => {
  it('return each row of a query once, in its order, in however many batches', async () => {
    const all = Array.from({ length: ROWS }, (_, number) => number);
    expect(await numbersOf({ find: 'rows', sort: { number: 1 } })).toEqual(all);
    const pipeline = [{ $sort: { number: -1 } }];
    expect(await numbersOf({ aggregate: 'rows', pipeline })).toEqual(all.reverse());
  });

  it('return the texts as they are stored', async () => {
    const query = { find: 'rows', filter: { number: 17 } };
    for await (const batch of rawBatches(mongo.connection, session, query)) {
      expect(readRows(batch, (row) => row.get('text'))).toEqual(['Zeile 17 ä']);
    }
  });

  it('return nothing of a collection that does not exist', async () => {
    expect(await numbersOf({ find: 'none' })).toEqual([]);
  });

  it('see the moment of the first query, whatever is written meanwhile', async () => {
    expect(await numbersOf({ find: 'rows', filter: { number: ROWS } })).toEqual([]);
    const rows = mongo.connection.collection('rows');
    await rows.insertOne({ number: ROWS }, { writeConcern: { w: 'majority' } });
    const seen = await numbersOf({ find: 'rows', filter: { number: ROWS } });
    await rows.deleteOne({ number: ROWS });
    expect(seen).toEqual([]);
  });

  it('close the cursor of a reader that stops early', async () => {
    for await (const batch of rawBatches(mongo.connection, session, { find: 'rows' })) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    await eventually(async () => (await openCursors()) === 0);
  });

  it('fail where the database refuses the query', async () => {
    await expect(numbersOf({ find: 'rows', filter: { $no: 1 } })).rejects.toThrow('$no');
  });
});
