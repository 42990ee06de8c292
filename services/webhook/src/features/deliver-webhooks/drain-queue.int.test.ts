import { randomUUIDv7 } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { newDelivery } from '../../domain/new-delivery.ts';
import { claimedQueue } from '../../testing/claimed-queue.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';
import { enqueueDeliveries } from '../../workflows/enqueue-deliveries.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { drainQueue } from './drain-queue.ts';
import { createPermits } from './permits.ts';

const FIRST_DUE = { limit: 1, except: [] };

describe('the drain of a delivery queue', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let receiver: Receiver;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_TIMEOUT_SECONDS: '60', WEBHOOK_LEASE_SECONDS: '60' });
  });
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(() => webhook.close());

  const register = async (): Promise<string> => {
    const who = { id: randomUUIDv7(), role: 'brand' as const };
    const body = { url: receiver.url, events: ['conversion.tracked'] };
    return (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data.id;
  };
  const newMessage = (endpointId: string, createdAt: Date) => {
    const ids = { id: randomUUIDv7(), endpointId, ownerId: 'o', messageId: randomUUIDv7() };
    const content = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
    return newDelivery({ ...ids, ...content }, true, createdAt);
  };
  /** Adds messages, one for each of the last milliseconds; returns their ids in order. */
  const enqueue = async (endpointId: string, messages: number): Promise<string[]> => {
    const first = Date.now() - messages;
    const rows = Array.from({ length: messages }, (_, index) =>
      newMessage(endpointId, new Date(first + index)),
    );
    await webhook.deps().deliveries.addNew(rows);
    return rows.map(({ messageId }) => messageId);
  };
  const send = async (endpointId: string, messages: number): Promise<string[]> => {
    const ids = await enqueue(endpointId, messages);
    await webhook.deps().queues.notify([endpointId], new Date());
    return ids;
  };
  const allArrived = (messages: number) =>
    eventually(() => receiver.received.length === messages && receiver.received);

  it('continues while a request hangs', async () => {
    receiver.respondNext('hang');
    const id = await register();
    await send(id, 1);
    await eventually(() => receiver.received.length === 1);
    const [hanging] = await webhook.deps().deliveries.listDue(id, new Date(), FIRST_DUE);
    await send(id, 100);
    await allArrived(101);
    // The first request still hangs.
    const row = await webhook.deps().deliveries.get(hanging!._id, id);
    expect(row).toMatchObject({ attempts: 0, attemptLog: [] });
  });

  it('sends more at a time to an endpoint that responds fast, up to the limit', async () => {
    receiver.respondAfter(40);
    const id = await register();
    await send(id, 300);
    await allArrived(300);
    expect(receiver.maxConcurrent()).toBeGreaterThan(4);
    expect(receiver.maxConcurrent()).toBeLessThanOrEqual(16);
  });

  it('sends at most four at a time to a slow endpoint', async () => {
    receiver.respondAfter(1_100);
    const id = await register();
    await send(id, 12);
    await allArrived(12);
    expect(receiver.maxConcurrent()).toBe(4);
  });

  it('starts messages in the order of their creation', async () => {
    const id = await register();
    const ids = await enqueue(id, 100);
    await drain(id, sharedWith(1));
    const arrived = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    // Several requests are in flight at a time, over separate connections.
    const displacements = ids.map((one, index) => Math.abs(arrived.indexOf(one) - index));
    expect(arrived).toHaveLength(100);
    expect(Math.max(...displacements)).toBeLessThan(32);
  });

  it('sends at most the guaranteed four at a time beyond the shared permits', async () => {
    receiver.respondAfter(40);
    const id = await register();
    await enqueue(id, 100);
    await drain(id, sharedWith(1));
    expect(receiver.received).toHaveLength(100);
    expect(receiver.maxConcurrent()).toBe(5);
  });

  it('releases the shared permits', async () => {
    receiver.respondAfter(20);
    const id = await register();
    await enqueue(id, 100);
    const shared = sharedWith(3);
    await drain(id, shared);
    const acquired = Array.from({ length: 4 }, () => shared.permits.tryAcquire());
    expect(acquired).toEqual([true, true, true, false]);
  });

  it('sends deliveries that arrive while it is idle, without a release', async () => {
    const id = await register();
    const queue = await claim(id);
    const shared = sharedWith(1);
    const { queues } = shared.deps;
    let isSent = false;
    // Refuses a release before the deliveries arrive, because a slow machine may be late.
    const release: typeof queues.release = (...input) =>
      isSent ? queues.release(...input) : Promise.resolve(false);
    const context = { ...shared, deps: { ...shared.deps, queues: { ...queues, release } } };
    const run = drainQueue({ ...context, mayStayIdle: () => true }, queue, queue.owner);
    await eventually(() => run.awaitsNotification());
    await send(id, 3);
    run.readAgain();
    await allArrived(3);
    isSent = true;
    await run.ended;
    expect(await webhook.deps().queues.find(id)).toMatchObject({ owner: null, dueAt: null });
  });

  it('sends handed-off deliveries once each, without reading them from the store', async () => {
    receiver.respondNext('hang');
    const id = await register();
    await enqueue(id, 1);
    const deps = webhook.deps();
    const read: string[] = [];
    const deliveries = {
      ...deps.deliveries,
      listDue: async (...query: Parameters<typeof deps.deliveries.listDue>) => {
        const due = await deps.deliveries.listDue(...query);
        read.push(...due.map(({ _id }) => _id));
        return due;
      },
    };
    const context = { ...sharedWith(16), deps: { ...deps, deliveries }, mayStayIdle: () => true };
    const queue = await claim(id);
    const run = drainQueue(context, queue, queue.owner);
    // The hanging request keeps the drain running.
    await eventually(() => receiver.received.length === 1);
    const { revision } = (await deps.endpoints.find(id))!;
    const enqueueRows = (...rows: ReturnType<typeof newMessage>[]) =>
      enqueueDeliveries(deps, rows, new Map([[id, revision]]));
    for (let count = 1; count <= 10; count += 1) {
      const row = newMessage(id, new Date());
      await enqueueRows(row, { ...row });
      await enqueueRows({ ...row });
      await allArrived(1 + count);
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(11);
    // A read that overlaps with the creation of a delivery may return it.
    expect(read.length).toBeLessThan(6);
    run.lose();
    await receiver.close();
    await run.ended;
  });

  const sharedWith = (extraInFlight: number) => {
    const deps = webhook.deps();
    const permits = createPermits(extraInFlight);
    return { deps, recorder: createAttemptRecorder(deps), permits, hasRoomFor: () => true };
  };
  const claim = (id: string) => claimedQueue(webhook.service.platform.mongo.connection, id);
  const drain = async (id: string, shared: ReturnType<typeof sharedWith>): Promise<void> => {
    const queue = await claim(id);
    await drainQueue({ ...shared, mayStayIdle: () => false }, queue, queue.owner).ended;
  };
});
