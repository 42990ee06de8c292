import { createCollections, type Mongo, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { plansOf, testEnv } from '@tributary/testing';
import { newDelivery } from '../domain/new-delivery.ts';
import { type Collections, collectionsOf, specs } from './collections.ts';
import { deliveryStore } from './delivery-store.ts';
import { laneStore } from './lane-store.ts';

const ENDPOINTS = 100;
const DUE_EACH = 20;
const now = new Date('2026-05-01T12:00:00Z');
const earlier = new Date(now.getTime() - 60_000);
const later = new Date(now.getTime() + 60_000);

describe('2,000 due retries among as many that are not due and twice as many that ended', () => {
  let mongo: Mongo;
  let collections: Collections;
  beforeAll(async () => {
    const env = testEnv({});
    const url = env['MONGO_URL'] ?? '';
    const database = `${env['NAMESPACE'] ?? ''}due`;
    mongo = await openMongo({ url, database, log: openLog('webhook', 'error') });
    await createCollections(mongo.connection, specs);
    collections = collectionsOf(mongo.connection);
    const deliveries = deliveryStore(collections);
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
      const rows = Array.from({ length: DUE_EACH * 4 }, (_, index) => {
        const ids = { id: `${String(endpoint)}-${String(index)}`, messageId: 'm', ownerId: 'o' };
        const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
        const endpointId = `endpoint-${String(endpoint)}`;
        const row = newDelivery({ ...ids, ...what, endpointId }, index % 2 === 0, now);
        return index % 4 === 0 ? { ...row, nextAttemptAt: earlier } : laterOrEnded(row);
      });
      await deliveries.addNew(rows);
    }
    const lanes = laneStore(collections);
    const names = (from: number): string[] =>
      Array.from({ length: ENDPOINTS }, (_, index) => `endpoint-${String(from + index)}`);
    await lanes.poke(names(0), earlier);
    // Lanes that wait, or have nothing to do.
    await lanes.poke(names(ENDPOINTS), later);
    await lanes.poke(names(2 * ENDPOINTS), earlier);
    await collections.lanes.updateMany(
      { _id: { $in: names(2 * ENDPOINTS) } },
      { $set: { dueAt: null } },
    );
  });
  afterAll(async () => {
    await mongo.connection.dropDatabase();
    await mongo.close();
  });

  const laterOrEnded = (row: ReturnType<typeof newDelivery>) =>
    row.status === 'retrying' ? { ...row, nextAttemptAt: later } : row;

  it('are found lane by lane from an index, and nothing else is looked at', async () => {
    const lanes = laneStore(collections);
    const lease = { owner: 'one', until: later };
    let taken = 0;
    const [search] = await plansOf(mongo, async () => {
      const room = { lanes: ENDPOINTS * 3, down: ENDPOINTS };
      taken = (await lanes.lease(room, lease, now)).length;
    });
    expect(taken).toBe(ENDPOINTS);
    expect(search).toMatchObject({ collection: 'lanes', op: 'query' });
    expect(search!.planSummary).toMatch(/^IXSCAN/);
    expect(search!.docsExamined).toBeLessThanOrEqual(ENDPOINTS);
    expect(search!.keysExamined).toBeLessThanOrEqual(ENDPOINTS + 1);
  });

  it('are read in the order they became due, each look no more than it takes', async () => {
    const deliveries = deliveryStore(collections);
    let found = 0;
    const looks = await plansOf(mongo, async () => {
      for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
        found += (await deliveries.listDue(`endpoint-${String(endpoint)}`, now, 64)).length;
      }
    });
    expect(found).toBe(ENDPOINTS * DUE_EACH);
    expect(looks).toHaveLength(ENDPOINTS);
    for (const { planSummary, docsExamined } of looks) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(docsExamined).toBeLessThanOrEqual(DUE_EACH);
    }
  });

  it('of endpoints that are down are taken up after the others, and only so many', async () => {
    const lanes = laneStore(collections);
    const names = ['well-1', 'well-2', 'down-1', 'down-2', 'down-3'];
    await lanes.poke(names, earlier);
    const down = { failuresInRow: 10, failingSince: earlier, dueAt: new Date(0) };
    await collections.lanes.updateMany({ _id: { $in: names.slice(2) } }, { $set: down });
    const take = async (owner: string, room: { lanes: number; down: number }) => {
      const taken = await lanes.lease(room, { owner, until: later }, now);
      return taken.map(({ _id }) => _id).sort();
    };
    expect(await take('two', { lanes: 1, down: 1 })).toEqual(['well-1']);
    expect(await take('three', { lanes: 9, down: 1 })).toEqual([
      expect.stringMatching(/^down/),
      'well-2',
    ]);
    expect(await take('four', { lanes: 9, down: 0 })).toEqual([]);
    expect(await take('five', { lanes: 1, down: 9 })).toEqual([expect.stringMatching(/^down/)]);
  });
});
