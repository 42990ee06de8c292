import { openLog } from '@tributary/service';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
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

describe('listSameOrders', () => {
  let mongo: Mongo;
  beforeAll(async () => {
    const env = testEnv({});
    mongo = await openMongo({
      url: env['MONGO_URL'] ?? '',
      database: `${env['NAMESPACE'] ?? ''}orders`,
      log: openLog('tracking', 'error'),
    });
  });
  afterAll(async () => {
    await mongo.connection.dropDatabase();
    await mongo.close();
  });

  it('reads only matching orders, however many the brand has', async () => {
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
});
