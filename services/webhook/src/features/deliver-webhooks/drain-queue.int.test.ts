import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually } from '@tributary/testing';
import { newDelivery } from '../../domain/new-delivery.ts';
import { translations } from '../../domain/public-events/table.ts';
import { createPlaces } from './permits.ts';
import { createRecorder } from './attempt-recorder.ts';
import { runLane } from './drain-queue.ts';
import { fanOutEvents } from '../fan-out-events/fan-out-events.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const DAY_MS = 86_400_000;
const NEXT = { limit: 1, without: [] };

describe('the lane of an endpoint', () => {
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
  /** So many messages, one for each of the last milliseconds; answers their ids in order. */
  const enqueue = async (endpointId: string, messages: number): Promise<string[]> => {
    const first = Date.now() - messages;
    const rows = Array.from({ length: messages }, (_, index) => {
      const ids = { id: randomUUIDv7(), endpointId, ownerId: 'o', messageId: randomUUIDv7() };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      return newDelivery({ ...ids, ...what }, true, new Date(first + index));
    });
    await webhook.deps().deliveries.addNew(rows);
    return rows.map(({ messageId }) => messageId);
  };
  const send = async (endpointId: string, messages: number): Promise<string[]> => {
    const ids = await enqueue(endpointId, messages);
    await webhook.deps().lanes.poke([endpointId], new Date());
    return ids;
  };
  const allArrived = (messages: number) =>
    eventually(() => receiver.received.length === messages && receiver.received);

  it('goes on at once while a request hangs, also with what comes after it', async () => {
    receiver.answerNext('hang');
    const id = await register();
    await send(id, 1);
    await eventually(() => receiver.received.length === 1);
    const [hanging] = await webhook.deps().deliveries.listDue(id, new Date(), NEXT);
    await send(id, 100);
    await allArrived(101);
    // It still hangs: its first attempt is not over.
    const row = await webhook.deps().deliveries.get(hanging!._id, id);
    expect(row).toMatchObject({ attempts: 0, attemptLog: [] });
  });

  it('sends more at a time to an endpoint that answers quickly and well, up to its limit', async () => {
    receiver.answerAfter(40);
    const id = await register();
    await send(id, 300);
    await allArrived(300);
    expect(receiver.mostAtOnce()).toBeGreaterThan(4);
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(16);
  });

  it('sends no more than four at a time to one that is slow', async () => {
    receiver.answerAfter(1_100);
    const id = await register();
    await send(id, 12);
    await allArrived(12);
    expect(receiver.mostAtOnce()).toBe(4);
  });

  it('begins messages in the order in which they came', async () => {
    const id = await register();
    const ids = await enqueue(id, 100);
    await runAlone(id, sending(1));
    const arrived = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    // Several are on their way at a time, over connections of their own.
    const away = ids.map((one, index) => Math.abs(arrived.indexOf(one) - index));
    expect(arrived).toHaveLength(100);
    expect(Math.max(...away)).toBeLessThan(32);
  });

  it('gets no more than four where all that lanes share is taken', async () => {
    receiver.answerAfter(40);
    const id = await register();
    await enqueue(id, 100);
    await runAlone(id, sending(1));
    expect(receiver.received).toHaveLength(100);
    expect(receiver.mostAtOnce()).toBe(5);
  });

  it('gives back what it had of the places that all share', async () => {
    receiver.answerAfter(20);
    const id = await register();
    await enqueue(id, 100);
    const mine = sending(3);
    await runAlone(id, mine);
    const { places } = mine;
    expect([places.take(), places.take(), places.take(), places.take()]).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('takes on what comes while it waits for more, without being left and leased again', async () => {
    const id = await register();
    const leased = await leaseOf(id);
    const mine = sending(1);
    const { lanes } = mine.deps;
    let isSent = false;
    // A slow machine may be too late for it, which then looks once more before it leaves.
    const release: typeof lanes.release = (...lane) =>
      isSent ? lanes.release(...lane) : Promise.resolve(false);
    const crowd = { ...mine, deps: { ...mine.deps, lanes: { ...lanes, release } } };
    const lane = runLane({ ...crowd, mayLinger: () => true, hasRoom: () => true }, leased, 'test');
    await eventually(() => lane.isWaiting());
    await send(id, 3);
    lane.lookAgain();
    await allArrived(3);
    isSent = true;
    await lane.ended;
    expect(await webhook.deps().lanes.find(id)).toMatchObject({ owner: null, dueAt: null });
  });

  it('sends what is made beside it without reading it again, each once', async () => {
    receiver.answerNext('hang');
    const id = await register();
    await enqueue(id, 1);
    const deps = webhook.deps();
    const read: string[] = [];
    const deliveries = {
      ...deps.deliveries,
      listDue: async (...look: Parameters<typeof deps.deliveries.listDue>) => {
        const due = await deps.deliveries.listDue(...look);
        read.push(...due.map(({ _id }) => _id));
        return due;
      },
    };
    const crowd = {
      ...sending(16),
      deps: { ...deps, deliveries },
      mayLinger: () => true,
      hasRoom: () => true,
    };
    const lane = runLane(crowd, await leaseOf(id), 'test');
    // It stays at work for as long as this one hangs.
    await eventually(() => receiver.received.length === 1);
    const fanOut = fanOutEvents(deps, translationOf(conversionTracked.type));
    const { ownerId } = (await deps.endpoints.find(id))!;
    for (let events = 1; events <= 10; events += 1) {
      const event = tracked(ownerId);
      await fanOut([event, event]);
      await fanOut([event]);
      await allArrived(1 + events);
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(11);
    // A look that is under way as one of them is made may read it.
    expect(read.length).toBeLessThan(6);
    lane.lose();
    await receiver.close();
    await lane.ended;
  });

  const tracked = (brandId: string) => ({
    ...{ id: randomUUIDv7(), type: conversionTracked.type, correlationId: 'c' },
    ...{ data: aConversion({ brandId }), occurredAt: new Date() },
  });
  const translationOf = (type: string) =>
    translations.find(({ eventType }) => eventType.type === type)!;

  const sending = (extra: number) => {
    const deps = webhook.deps();
    return { deps, recorder: createRecorder(deps), places: createPlaces(extra) };
  };
  /** The lane of an endpoint, leased to this test and no worker. */
  const leaseOf = async (id: string) => {
    const lane = {
      ...{ _id: id, dueAt: new Date(), pokes: 1, resets: 0, owner: 'test' },
      ...{ leaseUntil: new Date(Date.now() + DAY_MS), failuresInRow: 0, failingSince: null },
    };
    const { connection } = webhook.service.platform.mongo;
    await connection.collection<typeof lane>('lanes').insertOne(lane);
    return lane;
  };
  const runAlone = async (id: string, mine: ReturnType<typeof sending>): Promise<void> => {
    await runLane(
      { ...mine, mayLinger: () => false, hasRoom: () => true },
      await leaseOf(id),
      'test',
    ).ended;
  };
});
