import { openLog } from '@tributary/service';
import { type Mongo, openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { testEnv } from '@tributary/testing';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { conversionStore } from './conversion-store.ts';
import { collections as declared } from './collections.ts';

const BRAND = 'brand-1';
const STORED = 500;

const numbered = (index: number) =>
  aStoredConversion({
    brandId: BRAND,
    orderId: `order-${String(index)}`,
    transactionId: `transaction-${String(index)}`,
  });

describe('the store of conversions', () => {
  let mongo: Mongo;
  beforeAll(async () => {
    const env = testEnv({});
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}orders`,
      log: openLog('tracking', 'error'),
    });
  });
  afterAll(() => mongo.close());

  it('reads only matching orders to find the same ones, however many the brand has', async () => {
    const collections = await openCollections(mongo.connection, declared);
    const store = conversionStore(collections);
    await store.insertMany(Array.from({ length: STORED }, (_, index) => numbered(index)));
    await mongo.connection.db?.command({ profile: 2 });
    const arrived = [numbered(3), numbered(STORED), numbered(STORED + 1)];
    expect(await store.listSameOrders(arrived)).toHaveLength(1);
    await mongo.connection.db?.command({ profile: 0 });
    const [query] = await mongo.connection
      .collection('system.profile')
      .find({ op: 'query', ns: /\.conversions$/ })
      .toArray();
    expect(query?.['docsExamined']).toBeLessThanOrEqual(2);
    expect(query?.['keysExamined']).toBeLessThan(20);
  });

  it('writes only the fields that a decision changes, because each field may be in many indexes', async () => {
    const collections = await openCollections(mongo.connection, declared);
    const [one, other] = [numbered(STORED + 10), numbered(STORED + 11)];
    await conversionStore(collections).insertMany([one, other]);
    const transaction = transactionOf(mongo, (session) => ({
      conversions: conversionStore(collections, session),
    }));
    await mongo.connection.db?.command({ profile: 2 });
    await transaction(async ({ conversions }) => {
      const read = await conversions.findMany([one.id, other.id]);
      const stored = read.get(one.id);
      if (stored === undefined) throw new Error('It is stored');
      await conversions.saveAll([...read.values()]);
      await conversions.saveAll([{ ...stored, status: 'rejected' }]);
      // Back to the value that was read, which is not the stored one any more.
      await conversions.saveAll([stored]);
      await conversions.saveAll([{ ...stored, status: 'approved' }]);
    });
    await mongo.connection.db?.command({ profile: 0 });
    const updates = await mongo.connection
      .collection('system.profile')
      .find({ op: 'update', ns: /\.conversions$/ })
      .sort({ ts: 1 })
      .toArray();
    const written = updates.map(({ command }) => (command as { u: object }).u);
    const expectedMinor = expect.any(Number) as number;
    expect(written).toEqual([
      { $set: { status: 'rejected', expectedMinor } },
      { $set: { status: one.status, expectedMinor } },
      { $set: { status: 'approved', expectedMinor } },
    ]);
    expect((await conversionStore(collections).find(one.id))?.status).toBe('approved');
  });
});
