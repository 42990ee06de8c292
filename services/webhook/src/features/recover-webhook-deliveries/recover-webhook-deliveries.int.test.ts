import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { type DeliveryBody, startWebhook } from '../../testing/start-webhook.ts';

const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
type Who = ReturnType<typeof brand>;

describe('a recovery of failed deliveries', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;

  beforeAll(async () => {
    webhook = await startWebhook();
    probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  });
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await probe.close();
    await webhook.close();
  });

  const register = async (who: Who): Promise<string> => {
    const body = { url: receiver.url, events: ['conversion.tracked'] };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
    return `/api/webhooks/endpoints/${made.body.data.id}`;
  };
  const deliveries = async (who: Who, path: string): Promise<readonly DeliveryBody[]> =>
    (await webhook.call('GET', `${path}/events`, who)).body.data.events;
  /** All deliveries, the newest first, once there are so many and each ended. */
  const ended = (who: Who, path: string, count: number) =>
    eventually(async () => {
      const all = await deliveries(who, path);
      const done = all.length === count && all.every(({ status }) => status !== 'retrying');
      return done ? all : undefined;
    });
  const track = (who: Who) => conversionTracked(aConversion({ brandId: who.id }));
  const recover = (who: Who, path: string, since = new Date(Date.now() - 60_000), headers = {}) =>
    webhook.call('POST', `${path}/recover`, who, { since }, headers);
  const analytics = async (who: Who) =>
    (await webhook.call('GET', '/api/webhooks/analytics', who)).body.data;

  it('creates new deliveries, so that the failed ones stay in the log', async () => {
    const who = brand();
    receiver.respondAlways(404);
    const path = await register(who);
    await probe.publish(track(who), track(who));
    const failed = await ended(who, path, 2);

    receiver.respondAlways(200);
    const key = { 'idempotency-key': randomUUIDv7() };
    const since = new Date(Date.now() - 60_000);
    const recovered = await recover(who, path, since, key);
    expect(recovered).toMatchObject({ status: 202, body: { data: { count: 2 } } });
    expect(await recover(who, path, since, key)).toEqual(recovered);
    const [first, second, ...before] = await ended(who, path, 4);
    expect(before).toEqual(failed);
    expect([first, second]).toMatchObject([
      { status: 'success', attempts: 1, attempt_log: [{ response_code: 200 }] },
      { status: 'success', attempts: 1, attempt_log: [{ response_code: 200 }] },
    ]);
    const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
    expect(ids.slice(2).sort()).toEqual(ids.slice(0, 2).sort());
    await eventually(async () => {
      const { total_events_sent: sent } = (await analytics(who)) as unknown as Counts;
      return sent === 4;
    });
    expect(await analytics(who)).toMatchObject({ successful_deliveries: 2, failed_deliveries: 2 });
  });

  it('sends no delivery twice, and none that was retried manually', async () => {
    const who = brand();
    receiver.respondAlways(404);
    const path = await register(who);
    await probe.publish(track(who), track(who));
    const [retried] = await ended(who, path, 2);
    receiver.respondAlways(200);
    await webhook.call('POST', `${path}/events/${retried!.id}/retry`, who);
    await ended(who, path, 3);
    const counts = await Promise.all([recover(who, path), recover(who, path)]);
    const recovered = counts.map(({ body }) => (body.data as unknown as Recovered).count);
    expect(recovered.sort()).toEqual([0, 1]);
    await ended(who, path, 4);
    expect(receiver.received).toHaveLength(4);
  });

  it('excludes failed tests, as the statistics do', async () => {
    const who = brand();
    receiver.respondAlways(404);
    const path = await register(who);
    await webhook.call('POST', `${path}/test`, who, { event_type: 'conversion.tracked' });
    const [test] = await ended(who, path, 1);
    expect(test).toMatchObject({ status: 'failed' });
    expect(await recover(who, path)).toMatchObject({ body: { data: { count: 0 } } });

    await webhook.call('POST', `${path}/events/${test!.id}/retry`, who);
    await ended(who, path, 2);
    expect(await recover(who, path)).toMatchObject({ body: { data: { count: 0 } } });
    // After this event is counted, earlier ones would be, too.
    await probe.publish(track(who));
    await eventually(async () => {
      const { total_events_sent: sent } = (await analytics(who)) as unknown as Counts;
      return sent > 0;
    });
    expect(await analytics(who)).toMatchObject({ total_events_sent: 1, failed_deliveries: 1 });
  });
});

interface Counts {
  readonly total_events_sent: number;
}
interface Recovered {
  readonly count: number;
}
