import { createCollections, type Mongo, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { plansOf, testEnv } from '@tributary/testing';
import { newDelivery } from '../domain/new-delivery.ts';
import { type Collections, collectionsOf, type DeliveryRow, specs } from './collections.ts';
import { deliveryStore } from './delivery-store.ts';
import { laneStore } from './queue-store.ts';

const ENDPOINTS = 100;
const DUE_EACH = 100;
/** What one look of a lane reads at most. */
const LOOK = 64;
/** An answer that was kept of an earlier attempt. */
const KEPT = 'x'.repeat(4_096);
/** The real time: what is kept for 90 days from a fixed one is removed by the engine one day. */
const now = new Date();
const earlier = new Date(now.getTime() - 60_000);
const later = new Date(now.getTime() + 60_000);

describe('10,000 due retries among half as many that are not due and as many that ended', () => {
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
      await deliveries.addNew(rowsOf(`endpoint-${String(endpoint)}`));
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

  /** Due, due later and ended by turns, two of the first for one of the others. */
  function rowsOf(endpointId: string): DeliveryRow[] {
    return Array.from({ length: DUE_EACH * 2 }, (_, index) => {
      const ids = { id: `${endpointId}-${String(index)}`, messageId: 'm', ownerId: 'o' };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      const row = newDelivery({ ...ids, ...what, endpointId }, index % 4 !== 3, now);
      if (row.status !== 'retrying') return row;
      return { ...row, nextAttemptAt: index % 4 === 2 ? later : earlier };
    });
  }

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
    const all: string[] = [];
    const looks = await plansOf(mongo, async () => {
      for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
        const id = `endpoint-${String(endpoint)}`;
        const first = await deliveries.listDue(id, now, { limit: LOOK, without: [] });
        const inHand = first.map(({ _id }) => _id);
        // What is in hand is passed over in the index.
        const second = await deliveries.listDue(id, now, { limit: LOOK, without: inHand });
        all.push(...inHand, ...second.map(({ _id }) => _id));
      }
    });
    expect(new Set(all).size).toBe(ENDPOINTS * DUE_EACH);
    expect(all).toHaveLength(ENDPOINTS * DUE_EACH);
    expect(looks).toHaveLength(ENDPOINTS * 2);
    for (const { planSummary, docsExamined, keysExamined } of looks) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(docsExamined).toBeLessThanOrEqual(LOOK);
      expect(keysExamined).toBeLessThanOrEqual(DUE_EACH * 2);
    }
  });

  it('are read without the answers that are kept of their attempts, which may be 40 kB each', async () => {
    const deliveries = deliveryStore(collections);
    const note = { at: earlier, durationMs: 1, responseCode: 500, error: 'Answered 500' };
    const attemptLog = Array.from({ length: 9 }, () => ({ ...note, responseBody: KEPT }));
    await collections.deliveries.updateMany(
      { endpointId: 'endpoint-0', nextAttemptAt: earlier },
      { $set: { attempts: 9, responseBody: KEPT, attemptLog } },
    );
    const due = await deliveries.listDue('endpoint-0', now, { limit: LOOK, without: [] });
    expect(due).toHaveLength(LOOK);
    expect(due[0]).toMatchObject({ attempts: 9, body: '{}', messageId: 'm' });
    expect(JSON.stringify(due).length).toBeLessThan(LOOK * 500);
  });

  it('are shared by instances, which never get the same lane', async () => {
    await collections.lanes.updateMany({}, { $set: { owner: null, leaseUntil: new Date(0) } });
    const lanes = laneStore(collections);
    const take = async (owner: string) => {
      const some = await lanes.lease({ lanes: 30, down: 30 }, { owner, until: later }, now);
      return some.map(({ _id }) => _id);
    };
    const taken: string[] = [];
    // Those that look at the same moment may find the same lanes; who comes later has none of them.
    for (let round = 0; round < 8; round += 1) {
      const owners = ['a', 'b', 'c'].map((name) => `${name}${String(round)}`);
      taken.push(...(await Promise.all(owners.map(take))).flat());
    }
    expect(taken).toHaveLength(ENDPOINTS);
    expect(new Set(taken).size).toBe(ENDPOINTS);
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
