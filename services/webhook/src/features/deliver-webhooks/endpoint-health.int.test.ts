import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { newDelivery } from '../../domain/new-delivery.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { drainQueue } from './drain-queue.ts';
import { createPermits } from './permits.ts';
import { HEALTHY } from '../../domain/endpoint-health.ts';
import { claimedQueue } from '../../testing/claimed-queue.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const events = ['conversion.tracked'];
const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
type Who = ReturnType<typeof brand>;

/** Fails a delivery without a retry. */
const CLIENT_ERROR = 404;

describe('an endpoint that keeps failing', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;
  let aheadMs = 0;

  beforeAll(async () => {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    webhook = await startWebhook({}, clock);
    probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  });
  beforeEach(async () => {
    receiver = await openReceiver();
    receiver.respondAlways(CLIENT_ERROR);
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await probe.close();
    await webhook.close();
  });

  const register = async (who: Who): Promise<string> => {
    const body = { url: receiver.url, events };
    return (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data.id;
  };
  /** Makes one delivery fail; resolves when that is saved and the queue is released. */
  const failOnce = async (who: Who, id: string): Promise<void> => {
    const sent = receiver.received.length;
    await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
    await eventually(() => receiver.received.length > sent);
    await eventually(async () => {
      const queue = await webhook.deps().queues.find(id);
      const next = await webhook.deps().deliveries.findNextDue(id);
      return queue?.owner === null && queue.dueAt === null && next === null;
    });
  };
  const put = (who: Who, id: string, change: object) =>
    webhook.call('PUT', `/api/webhooks/endpoints/${id}`, who, change);
  const isActive = async (id: string) => (await webhook.deps().endpoints.find(id))?.active;

  it('is switched off after five days, with a warning at least a day before', async () => {
    const who = brand();
    const id = await register(who);
    await failOnce(who, id);
    aheadMs += 6 * DAY_MS;
    await failOnce(who, id);
    expect(await webhook.deps().endpoints.find(id)).toMatchObject({
      active: true,
      warning: { level: 2 },
    });
    aheadMs += DAY_MS / 2;
    await failOnce(who, id);
    expect(await isActive(id)).toBe(true);
    aheadMs += DAY_MS / 2;
    await failOnce(who, id);
    expect(await isActive(id)).toBe(false);
  });

  it.each([
    ['is switched on', () => ({ active: true })],
    ['gets a new URL', () => ({ url: `${receiver.url}/new`, active: true })],
  ])('has another five days when it %s', async (_what, change) => {
    const who = brand();
    const id = await register(who);
    await failOnce(who, id);
    aheadMs += 4 * DAY_MS;
    await failOnce(who, id);
    aheadMs += DAY_MS;
    await failOnce(who, id);
    expect(await isActive(id)).toBe(false);

    expect((await put(who, id, change())).body.data.active).toBe(true);
    expect((await webhook.deps().endpoints.find(id))?.warning).toBeUndefined();
    await failOnce(who, id);
    expect(await isActive(id)).toBe(true);
    expect(await webhook.deps().queues.find(id)).toMatchObject({ health: { failuresInRow: 1 } });
  });

  it('has another five days with a new URL while it is on, but not with the same one', async () => {
    const who = brand();
    const id = await register(who);
    await failOnce(who, id);
    await put(who, id, { url: receiver.url, description: 'as it was' });
    await failOnce(who, id);
    expect(await webhook.deps().queues.find(id)).toMatchObject({ health: { failuresInRow: 2 } });
    await put(who, id, { url: `${receiver.url}/new` });
    await failOnce(who, id);
    expect(await webhook.deps().queues.find(id)).toMatchObject({ health: { failuresInRow: 1 } });
  });
});

it('releases its queue after a turn if it is down and has many deliveries, so that others get the place', async () => {
  const receiver = await openReceiver();
  receiver.respondAlways(500);
  const webhook = await startWebhook({ WEBHOOK_RETRY_BASE_SECONDS: '60' });
  const deps = webhook.deps();
  const who = brand();
  const body = { url: receiver.url, events };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const { id } = made.body.data;
  const now = new Date();
  const rows = Array.from({ length: 60 }, () => {
    const ids = { id: randomUUIDv7(), endpointId: id, ownerId: who.id, messageId: 'm' };
    const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
    return newDelivery({ ...ids, ...what }, true, now);
  });
  await deps.deliveries.addNew(rows);
  const { connection } = webhook.service.platform.mongo;
  const health = { failuresInRow: 10, failingSince: now };
  const queue = await claimedQueue(connection, id, health);
  const shared = { deps, recorder: createAttemptRecorder(deps), permits: createPermits(1) };
  const context = { ...shared, mayStayIdle: () => false, hasRoomFor: () => true };
  await drainQueue(context, queue, queue.owner).ended;
  const sent = receiver.received.length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(30);
  // The rest is due at once for any instance.
  await eventually(() => receiver.received.length > sent + 10);
  await receiver.close();
  await webhook.close();
}, 60_000);

it('keeps the health of an endpoint while its queue is busy, and over a stop', async () => {
  const receiver = await openReceiver();
  const webhook = await startWebhook({
    WEBHOOK_TIMEOUT_SECONDS: '120',
    // The health is saved four times per lease. A much shorter lease would be lost on a slow machine.
    WEBHOOK_LEASE_SECONDS: '8',
    WEBHOOK_IN_FLIGHT_PER_ENDPOINT: '1',
  });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const who = brand();
  const body = { url: receiver.url, events };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const { id } = made.body.data;
  const track = () => conversionTracked(aConversion({ brandId: who.id }));
  const findQueue = () => webhook.deps().queues.find(id);

  receiver.respondNext(CLIENT_ERROR);
  receiver.respondAlways('hang');
  await probe.publish(track(), track());
  // One request is in flight, so the queue was not released since the failure.
  const busy = await eventually(async () => {
    const queue = await findQueue();
    return queue?.health.failuresInRow === 1 && receiver.received.length === 2 ? queue : undefined;
  });
  expect(busy.owner).not.toBeNull();
  await webhook.stop();

  // One success, then the process stops during the next attempt.
  receiver.respondNext(200);
  const next = await webhook.startAnother();
  await probe.publish(track());
  await eventually(() => receiver.received.length === 4);
  await next.close();
  const last = await webhook.startAnother();
  expect(await findQueue()).toMatchObject({ health: HEALTHY });

  await receiver.close();
  await probe.close();
  await last.close();
  await webhook.close();
}, 120_000);
