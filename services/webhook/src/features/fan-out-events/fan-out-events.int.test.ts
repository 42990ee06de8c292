import { randomUUIDv7 } from 'node:crypto';
import { allEventTypes, announcementMade, endpointSwitchedOff } from '@tributary/contracts';
import { eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { eventNames } from '../../domain/event-catalog.ts';
import { internalSamples } from '../../domain/sample-payloads.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const admin = { id: randomUUIDv7(), role: 'admin' as const };
const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });

describe('the fan-out of events, through Kafka to a receiver', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;
  beforeAll(async () => {
    webhook = await startWebhook();
    probe = await openEventProbe(webhook.env, ['webhook.endpoints', 'webhook.announcements']);
  });
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await probe.close();
    await webhook.close();
  });
  const register = async (
    who: { id: string; role: 'admin' | 'brand' },
    events: readonly string[],
  ): Promise<string> => {
    const body = { url: receiver.url, events };
    return (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data.id;
  };
  const namesReceived = (): string[] =>
    receiver.received.map(({ headers }) => String(headers['x-webhook-event'])).sort();

  it('delivers every public event of the contract', async () => {
    const id = await register(admin, eventNames);
    const types = new Map(allEventTypes().map((one) => [one.type, one]));
    for (const [type, data] of internalSamples) await probe.publish(types.get(type)!(data));
    await eventually(() => {
      const arrived = new Set(namesReceived());
      const missing = eventNames.filter((name) => !arrived.has(name));
      if (missing.length > 0) throw new Error(`Still missing: ${missing.join(', ')}`);
      return true;
    });
    expect([...new Set(namesReceived())]).toEqual([...eventNames].sort());
    await webhook.call('DELETE', `/api/webhooks/endpoints/${id}`, admin);
  });

  it('delivers an announcement to every subscriber', async () => {
    const [one, other] = [brand(), brand()];
    for (const who of [one, other, admin]) await register(who, ['system.maintenance']);
    const path = '/api/admin/announcements';
    const body = { kind: 'maintenance', title: 'Planned work', message: 'At night.' };
    expect((await webhook.call('POST', path, one, body)).status).toBe(403);
    for (const wrong of [{ kind: 'party' }, { title: '' }, { message: ' ' }, { more: 1 }]) {
      expect((await webhook.call('POST', path, admin, { ...body, ...wrong })).status).toBe(400);
    }
    const made = await webhook.call('POST', path, admin, body);
    expect(made).toMatchObject({ status: 201, body: { id: expect.any(String), ...body } });
    await probe.waitFor(announcementMade, ({ announcementId }) => announcementId === made.body.id);
    await eventually(() => receiver.received.length === 3);
    expect(namesReceived()).toEqual(Array.from({ length: 3 }, () => 'system.maintenance'));
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      data: { announcement_id: made.body.id, title: 'Planned work', message: 'At night.' },
    });
  });

  it('publishes that an endpoint was switched off, so that its owner is notified', async () => {
    const who = brand();
    receiver.respondAlways(410);
    const id = await register(who, ['system.update']);
    const body = { kind: 'update', title: 'New', message: 'Things.' };
    await webhook.call('POST', '/api/admin/announcements', admin, body);
    const event = await probe.waitFor(endpointSwitchedOff, (data) => data.endpointId === id);
    expect(event.data).toMatchObject({
      ownerId: who.id,
      reason: 'gone',
      host: new URL(receiver.url).host,
    });
  });
});
