import { randomUUIDv7 } from 'node:crypto';
import {
  allEventTypes,
  announcementMade,
  clickAnnounced,
  commissionApproved,
  commissionCreated,
  conversionTracked,
  endpointSwitchedOff,
  type EventType,
  payoutCompleted,
} from '@tributary/contracts';
import { aConversion, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { eventNames } from '../../domain/event-catalog.ts';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { type DeliveryBody, startWebhook } from '../../testing/start-webhook.ts';
import { fanOutEvents } from './fan-out-events.ts';

const admin = { id: randomUUIDv7(), role: 'admin' as const };
const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
interface ClickMessage {
  readonly data: { readonly click_id: string };
}
type Who = ReturnType<typeof brand> | { id: string; role: 'affiliate' | 'admin' };

describe('the fan-out of events, through Kafka to a receiver', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_RETRY_BASE_SECONDS: '0.005' });
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
  const register = async (who: Who, events: readonly string[]): Promise<string> => {
    const body = { url: receiver.url, events };
    return (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data.id;
  };
  const deliveries = async (who: Who, id: string, query = ''): Promise<readonly DeliveryBody[]> => {
    const path = `/api/webhooks/endpoints/${id}/events${query}`;
    return (await webhook.call('GET', path, who)).body.data.events;
  };
  const track = (brandId: string) => conversionTracked(aConversion({ brandId }));
  /** A conversion event as the consumer passes it, and its fan-out. */
  const conversionEvent = (brandId: string) => ({
    ...{ id: randomUUIDv7(), type: conversionTracked.type, correlationId: 'c' },
    ...{ data: aConversion({ brandId }), occurredAt: new Date() },
  });
  const fanOutConversion = () =>
    fanOutEvents(webhook.deps(), conversionTracked as unknown as EventType);
  const namesReceived = (): string[] =>
    receiver.received.map(({ headers }) => String(headers['x-webhook-event'])).sort();

  it('delivers every public event of the contract', async () => {
    const id = await register(admin, eventNames);
    for (const eventType of allEventTypes()) {
      const samples = eventType.publicEvents.map(({ sample = eventType.sample }) => sample);
      for (const data of new Set(samples)) await probe.publish(eventType(data));
    }
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

  it('reaches only the parties of an event and administrators', async () => {
    const [owner, other] = [brand(), brand()];
    const affiliate = { id: randomUUIDv7(), role: 'affiliate' as const };
    const admin = { id: randomUUIDv7(), role: 'admin' as const };
    const names = ['commission.created', 'commission.earned', 'payout.completed'];
    const ids = new Map<Who, string>();
    for (const who of [owner, other, affiliate, admin]) {
      ids.set(who, await register(who, names));
    }
    const commission = { ...commissionApproved.sample, commissionId: randomUUIDv7() };
    const payout = { ...payoutCompleted.sample, payoutId: randomUUIDv7() };
    await probe.publish(
      commissionCreated({ ...commission, brandId: owner.id, affiliateId: affiliate.id }),
      payoutCompleted({ ...payout, affiliateId: affiliate.id }),
    );
    const eventTypes = async (who: Who): Promise<string[]> =>
      (await deliveries(who, ids.get(who)!)).map((one) => one.event_type).sort();
    await eventually(async () => (await eventTypes(admin)).length === 3);
    expect(await eventTypes(affiliate)).toEqual(names);
    expect(await eventTypes(owner)).toEqual(['commission.created']);
    expect(await eventTypes(other)).toEqual([]);
    // An administrator's endpoint would get the events of later tests.
    await webhook.call('DELETE', `/api/webhooks/endpoints/${ids.get(admin)!}`, admin);
  });

  it('creates deliveries once for an event that arrives twice', async () => {
    const who = brand();
    const id = await register(who, ['conversion.tracked']);
    const event = conversionEvent(who.id);
    const fanOut = fanOutConversion();
    await Promise.all([fanOut([event, event]), fanOut([event])]);
    await fanOut([event]);
    await eventually(async () => (await deliveries(who, id))[0]?.status === 'success');
    expect(await deliveries(who, id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('creates deliveries of clicks if an endpoint subscribes to them', async () => {
    const affiliate = { id: randomUUIDv7(), role: 'affiliate' as const };
    const id = await register(affiliate, ['link.clicked']);
    const clicks = Array.from({ length: 3 }, () => ({
      ...clickAnnounced.sample,
      clickId: randomUUIDv7(),
      affiliateId: affiliate.id,
    }));
    await probe.publish(...clicks.map((click) => clickAnnounced(click)));
    await eventually(async () => (await deliveries(affiliate, id)).length === 3);
    await eventually(() => receiver.received.length === 3);
    const ids = receiver.received.map(({ body }) => (JSON.parse(body) as ClickMessage).data);
    expect(new Set(ids.map(({ click_id }) => click_id))).toEqual(
      new Set(clicks.map(({ clickId }) => clickId)),
    );
  });

  it('counts deliveries to an endpoint that is switched off as failed, once', async () => {
    const who = brand();
    receiver.respondAlways(500);
    const id = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id), track(who.id));
    await eventually(async () => (await deliveries(who, id)).length === 2);
    await eventually(() => receiver.received.length >= 2);
    const path = `/api/webhooks/endpoints/${id}`;
    const stopped = await webhook.call('PUT', path, who, { active: false });
    expect(stopped.status).toBe(200);
    const event = conversionEvent(who.id);
    const fanOut = fanOutConversion();
    await Promise.all([fanOut([event]), fanOut([event, event])]);
    await fanOut([event]);
    expect(await deliveries(who, id, '?status=failed')).toHaveLength(3);
    await eventually(async () => {
      const { body } = await webhook.call('GET', '/api/webhooks/analytics', who);
      expect(body.data).toMatchObject({ failed_deliveries: 3, successful_deliveries: 0 });
      return true;
    });
    const { body } = await webhook.call('GET', '/api/webhooks/analytics', who);
    expect(body.data).toMatchObject({
      total_events_sent: 2,
      events_by_type: [{ event_type: 'conversion.tracked', count: 2 }],
    });
  });
});
