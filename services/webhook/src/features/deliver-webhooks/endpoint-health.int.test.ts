import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { newDelivery } from '../../domain/new-delivery.ts';
import { createPlaces } from './permits.ts';
import { createRecorder } from './attempt-recorder.ts';
import { runLane } from './drain-queue.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const DAY_MS = 86_400_000;
const events = ['conversion.tracked'];
const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
type Who = ReturnType<typeof brand>;

/** Ends an attempt as failed, with no other to follow. */
const REFUSED = 404;

describe('an endpoint that only fails', () => {
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
    receiver.answerAlways(REFUSED);
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
  /** One more failure; resolves when it is saved and the lane is left. */
  const failOnce = async (who: Who, id: string): Promise<void> => {
    const sent = receiver.received.length;
    await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
    await eventually(() => receiver.received.length > sent);
    await eventually(async () => {
      const [lane, next] = [
        await webhook.deps().lanes.find(id),
        await webhook.deps().deliveries.findNextDue(id),
      ];
      return lane?.owner === null && lane.dueAt === null && next === null;
    });
  };
  const put = (who: Who, id: string, change: object) =>
    webhook.call('PUT', `/api/webhooks/endpoints/${id}`, who, change);
  const isActive = async (id: string) => (await webhook.deps().endpoints.find(id))?.active;

  it('is switched off after five days, but never without a warning a day before', async () => {
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
    ['is switched on again', () => ({ active: true })],
    ['is given a new URL', () => ({ url: `${receiver.url}/new`, active: true })],
  ])('has its five days anew when it %s', async (_what, change) => {
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
    expect(await webhook.deps().lanes.find(id)).toMatchObject({ failuresInRow: 1 });
  });

  it('has its five days anew with another URL while it is on, and not with the same one', async () => {
    const who = brand();
    const id = await register(who);
    await failOnce(who, id);
    await put(who, id, { url: receiver.url, description: 'as it was' });
    await failOnce(who, id);
    expect(await webhook.deps().lanes.find(id)).toMatchObject({ failuresInRow: 2 });
    await put(who, id, { url: `${receiver.url}/new` });
    await failOnce(who, id);
    expect(await webhook.deps().lanes.find(id)).toMatchObject({ failuresInRow: 1 });
  });
});

it('makes room for others again and again where it is down and has much to send', async () => {
  const receiver = await openReceiver();
  receiver.answerAlways(500);
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
  const lane = {
    ...{ _id: id, dueAt: now, pokes: 1, resets: 0 },
    ...{ owner: 'test', leaseUntil: new Date(now.getTime() + DAY_MS) },
    ...{ failuresInRow: 10, failingSince: now },
  };
  const { connection } = webhook.service.platform.mongo;
  await connection.collection<typeof lane>('lanes').insertOne(lane);
  const sending = { deps, recorder: createRecorder(deps), places: createPlaces(1) };
  await runLane({ ...sending, mayLinger: () => false, hasRoom: () => true }, lane, 'test').ended;
  const sent = receiver.received.length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(30);
  // The rest is due at once, whoever takes it up.
  await eventually(() => receiver.received.length > sent + 10);
  await receiver.close();
  await webhook.close();
}, 60_000);

it('knows how an endpoint fared while its lane is busy, and after a stop', async () => {
  const receiver = await openReceiver();
  const webhook = await startWebhook({
    WEBHOOK_TIMEOUT_SECONDS: '120',
    // Lanes say how they fare four times in a lease; one much shorter would be lost on a slow machine.
    WEBHOOK_LEASE_SECONDS: '8',
    WEBHOOK_IN_FLIGHT_PER_ENDPOINT: '1',
  });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const who = brand();
  const body = { url: receiver.url, events };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const { id } = made.body.data;
  const track = () => conversionTracked(aConversion({ brandId: who.id }));
  const laneOf = () => webhook.deps().lanes.find(id);

  receiver.answerNext(REFUSED);
  receiver.answerAlways('hang');
  await probe.publish(track(), track());
  // One attempt is under way, so the lane was not left since the failure.
  const busy = await eventually(async () => {
    const lane = await laneOf();
    return lane?.failuresInRow === 1 && receiver.received.length === 2 ? lane : undefined;
  });
  expect(busy.owner).not.toBeNull();
  await webhook.stop();

  // One success, and then the process stops in the midst of the next attempt.
  receiver.answerNext(200);
  const next = await webhook.startAnother();
  await probe.publish(track());
  await eventually(() => receiver.received.length === 4);
  await next.close();
  const last = await webhook.startAnother();
  expect(await laneOf()).toMatchObject({ failuresInRow: 0, failingSince: null });

  await receiver.close();
  await probe.close();
  await last.close();
  await webhook.close();
}, 120_000);
