import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { plansOf, testEnv } from '@tributary/testing';
import { newDelivery } from '../domain/new-delivery.ts';
import { type Collections, collections as declared, type DeliveryDocument } from './collections.ts';
import { deliveryStore } from './delivery-store.ts';
import { queueStore } from './queue-store.ts';

const ENDPOINTS = 100;
const DUE_EACH = 100;
/** Deliveries per read. */
const BATCH = 64;
/** The stored response of an earlier attempt. */
const STORED_RESPONSE = 'x'.repeat(4_096);
/** The real time, because MongoDB deletes expired documents of a fixed one. */
const now = new Date();
const earlier = new Date(now.getTime() - 60_000);
const later = new Date(now.getTime() + 60_000);

describe('10,000 due deliveries among 5,000 that are due later and 5,000 that have ended', () => {
  let mongo: Mongo;
  let collections: Collections;
  beforeAll(async () => {
    const env = testEnv({});
    const url = env['MONGO_URL'] ?? '';
    const database = `${env['NAMESPACE'] ?? ''}due`;
    mongo = await openMongo({ url, database, log: openLog('webhook', 'error') });
    collections = await openCollections(mongo.connection, declared);
    const deliveries = deliveryStore(collections);
    for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
      await deliveries.addNew(rowsOf(`endpoint-${String(endpoint)}`));
    }
    const queues = queueStore(collections);
    const names = (from: number): string[] =>
      Array.from({ length: ENDPOINTS }, (_, index) => `endpoint-${String(from + index)}`);
    await queues.notify(names(0), earlier);
    // Queues that are due later, or empty.
    await queues.notify(names(ENDPOINTS), later);
    await queues.notify(names(2 * ENDPOINTS), earlier);
    await collections.queues.updateMany(
      { _id: { $in: names(2 * ENDPOINTS) } },
      { $set: { dueAt: null } },
    );
  });
  afterAll(() => mongo.close());

  /** Of four deliveries two are due, one is due later, and one has ended. */
  function rowsOf(endpointId: string): DeliveryDocument[] {
    return Array.from({ length: DUE_EACH * 2 }, (_, index) => {
      const ids = { id: `${endpointId}-${String(index)}`, messageId: 'm', ownerId: 'o' };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      const row = newDelivery({ ...ids, ...what, endpointId }, index % 4 !== 3, now);
      if (row.status !== 'retrying') return row;
      return { ...row, nextAttemptAt: index % 4 === 2 ? later : earlier };
    });
  }

  it('are found by queue from an index, which reads no other document', async () => {
    const queues = queueStore(collections);
    const lease = { owner: 'one', until: later };
    let taken = 0;
    const [search] = await plansOf(mongo, async () => {
      const room = { queues: ENDPOINTS * 3, halfOpen: ENDPOINTS };
      taken = (await queues.claim(room, lease, now)).length;
    });
    expect(taken).toBe(ENDPOINTS);
    expect(search).toMatchObject({ collection: 'lanes', op: 'query' });
    expect(search!.planSummary).toMatch(/^IXSCAN/);
    expect(search!.docsExamined).toBeLessThanOrEqual(ENDPOINTS);
    expect(search!.keysExamined).toBeLessThanOrEqual(ENDPOINTS + 1);
  });

  it('are read in the order in which they became due, without reading others', async () => {
    const deliveries = deliveryStore(collections);
    const all: string[] = [];
    const reads = await plansOf(mongo, async () => {
      for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
        const id = `endpoint-${String(endpoint)}`;
        const first = await deliveries.listDue(id, now, { limit: BATCH, except: [] });
        const known = first.map(({ _id }) => _id);
        // Excluded ids are skipped in the index.
        const second = await deliveries.listDue(id, now, { limit: BATCH, except: known });
        all.push(...known, ...second.map(({ _id }) => _id));
      }
    });
    expect(new Set(all).size).toBe(ENDPOINTS * DUE_EACH);
    expect(all).toHaveLength(ENDPOINTS * DUE_EACH);
    expect(reads).toHaveLength(ENDPOINTS * 2);
    for (const { planSummary, docsExamined, keysExamined } of reads) {
      expect(planSummary).toMatch(/^IXSCAN/);
      expect(docsExamined).toBeLessThanOrEqual(BATCH);
      expect(keysExamined).toBeLessThanOrEqual(DUE_EACH * 2);
    }
  });

  it('are read without their attempt logs, which may be 40 kB each', async () => {
    const deliveries = deliveryStore(collections);
    const note = { at: earlier, durationMs: 1, responseCode: 500, error: 'Answered 500' };
    const attemptLog = Array.from({ length: 9 }, () => ({
      ...note,
      responseBody: STORED_RESPONSE,
    }));
    await collections.deliveries.updateMany(
      { endpointId: 'endpoint-0', nextAttemptAt: earlier },
      { $set: { attempts: 9, responseBody: STORED_RESPONSE, attemptLog } },
    );
    const due = await deliveries.listDue('endpoint-0', now, { limit: BATCH, except: [] });
    expect(due).toHaveLength(BATCH);
    expect(due[0]).toMatchObject({ attempts: 9, body: '{}', messageId: 'm' });
    expect(JSON.stringify(due).length).toBeLessThan(BATCH * 500);
  });

  it('are never claimed by two instances', async () => {
    await collections.queues.updateMany({}, { $set: { owner: null, leaseUntil: new Date(0) } });
    const queues = queueStore(collections);
    const claim = async (owner: string) => {
      const some = await queues.claim({ queues: 30, halfOpen: 30 }, { owner, until: later }, now);
      return some.map(({ endpointId }) => endpointId);
    };
    const taken: string[] = [];
    // Instances that claim at the same time may compete for the same queues, so several rounds are needed.
    for (let round = 0; round < 8; round += 1) {
      const owners = ['a', 'b', 'c'].map((name) => `${name}${String(round)}`);
      taken.push(...(await Promise.all(owners.map(claim))).flat());
    }
    expect(taken).toHaveLength(ENDPOINTS);
    expect(new Set(taken).size).toBe(ENDPOINTS);
  });

  it('of endpoints with a half-open circuit breaker are claimed last, up to a limit', async () => {
    const queues = queueStore(collections);
    const names = ['well-1', 'well-2', 'down-1', 'down-2', 'down-3'];
    await queues.notify(names, earlier);
    const down = { failuresInRow: 10, failingSince: earlier, dueAt: new Date(0) };
    await collections.queues.updateMany({ _id: { $in: names.slice(2) } }, { $set: down });
    const claim = async (owner: string, room: { queues: number; halfOpen: number }) => {
      const taken = await queues.claim(room, { owner, until: later }, now);
      return taken.map(({ endpointId }) => endpointId).sort();
    };
    expect(await claim('two', { queues: 1, halfOpen: 1 })).toEqual(['well-1']);
    expect(await claim('three', { queues: 9, halfOpen: 1 })).toEqual([
      expect.stringMatching(/^down/),
      'well-2',
    ]);
    expect(await claim('four', { queues: 9, halfOpen: 0 })).toEqual([]);
    expect(await claim('five', { queues: 1, halfOpen: 9 })).toEqual([
      expect.stringMatching(/^down/),
    ]);
  });
});
