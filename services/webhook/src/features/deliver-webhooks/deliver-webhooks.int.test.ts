import { createHmac, randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { type DeliveryBody, startWebhook } from '../../testing/start-webhook.ts';

const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
type Who = ReturnType<typeof brand>;

describe('webhook deliveries', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;

  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_RETRY_BASE_SECONDS: '0.005' });
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

  const register = async (who: Who, events: readonly string[], url = receiver.url) => {
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, { url, events });
    expect(made.status).toBe(200);
    return made.body.data;
  };
  const deliveries = async (who: Who, id: string, query = ''): Promise<readonly DeliveryBody[]> => {
    const path = `/api/webhooks/endpoints/${id}/events${query}`;
    return (await webhook.call('GET', path, who)).body.data.events;
  };
  /** The only delivery of an endpoint, when it has ended. */
  const ended = (who: Who, id: string): Promise<DeliveryBody> =>
    eventually(async () => {
      const [delivery] = await deliveries(who, id);
      return delivery?.status === 'retrying' ? undefined : delivery;
    });
  const track = (brandId: string) => conversionTracked(aConversion({ brandId }));

  it('are signed and have the documented envelope', async () => {
    const who = brand();
    const { id, secret } = await register(who, ['conversion.tracked']);
    const conversion = aConversion({ brandId: who.id, valueMinor: 2_999 });
    await probe.publish(conversionTracked(conversion));
    const delivery = await ended(who, id);
    const [request] = receiver.received;
    const envelope = JSON.parse(request!.body) as { id: string };
    expect(envelope).toEqual({
      id: expect.any(String),
      event: 'conversion.tracked',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: {
        conversion_id: conversion.conversionId,
        affiliate_id: conversion.affiliateId,
        campaign_id: conversion.campaignId,
        amount: '29.99',
        currency: 'USD',
        product_id: null,
      },
    });
    const hex = createHmac('sha256', secret).update(request!.body).digest('hex');
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-signature': `sha256=${hex}`,
      'x-webhook-id': envelope.id,
      'webhook-id': envelope.id,
      'x-webhook-event': 'conversion.tracked',
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(delivery).toMatchObject({
      endpoint_id: id,
      event_type: 'conversion.tracked',
      payload: envelope,
      status: 'success',
      attempts: 1,
      response_code: 200,
      response_body: 'status 200',
      error_message: null,
      delivered_at: expect.any(String),
    });
  });

  it('are retried after 5xx and closed connections, with the same message each time', async () => {
    const who = brand();
    receiver.respondNext(500, 'close', 503);
    const { id } = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id));
    expect(await ended(who, id)).toMatchObject({ status: 'success', attempts: 4 });
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const list = await webhook.call('GET', '/api/webhooks/endpoints', who);
    expect(list.body.data.endpoints[0]).toMatchObject({
      success_count: 1,
      failure_count: 3,
      last_triggered: expect.any(String),
    });
  });

  it('become dead letters after ten attempts, and can be retried manually', async () => {
    const who = brand();
    receiver.respondAlways(500);
    const { id } = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id));
    const failed = await ended(who, id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 10, response_code: 500 });
    expect(receiver.received).toHaveLength(10);
    const path = `/api/webhooks/endpoints/${id}`;
    const dead = await webhook.call('GET', `${path}/dead-letters`, who);
    expect(dead.body.data).toMatchObject({ total: 1, events: [{ id: failed.id }] });

    receiver.respondAlways(200);
    const retrying = (headers = {}) =>
      webhook.call('POST', `${path}/events/${failed.id}/retry`, who, undefined, headers);
    const once = { 'idempotency-key': 'once' };
    const [retry, repeated] = await Promise.all([retrying(once), retrying(once)]);
    expect(repeated).toEqual(retry);
    expect(retry).toMatchObject({ status: 200, body: { success: true } });
    const newId = retry.body.data.delivery_id;
    expect(newId).not.toBe(failed.id);
    await eventually(async () => {
      const done = await deliveries(who, id, '?status=success');
      return done[0]?.id === newId && done[0].attempts === 1;
    });
    expect(receiver.received.at(-1)!.body).toBe(receiver.received[0]!.body);
    expect(await retrying()).toMatchObject({ status: 409, body: { error: 'delivery_not_failed' } });
  });

  it.each([
    [404, true],
    [302, true],
    [410, false],
  ])('fail without a retry after %i', async (status, isStillActive) => {
    const who = brand();
    receiver.respondAlways(status);
    const { id } = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id));
    expect(await ended(who, id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      response_code: status,
      error_message: expect.stringContaining(String(status)),
    });
    // The endpoint is switched off after the outcome of the delivery is saved.
    await eventually(async () => {
      const list = await webhook.call('GET', '/api/webhooks/endpoints', who);
      return list.body.data.endpoints[0]?.active === isStillActive;
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('to an endpoint that is switched off are stored as failed, and can be recovered', async () => {
    const who = brand();
    const { id } = await register(who, ['conversion.tracked']);
    const path = `/api/webhooks/endpoints/${id}`;
    await webhook.call('PUT', path, who, { active: false });
    await probe.publish(track(who.id), track(who.id));
    await eventually(async () => (await deliveries(who, id, '?status=failed')).length === 2);
    expect(receiver.received).toHaveLength(0);
    const since = new Date(Date.now() - 60_000).toISOString();
    const early = await webhook.call('POST', `${path}/recover`, who, { since });
    expect(early).toMatchObject({ status: 409, body: { error: 'endpoint_inactive' } });

    await webhook.call('PUT', path, who, { active: true });
    const before = { since: '2026-01-01', until: '2026-01-02' };
    const none = await webhook.call('POST', `${path}/recover`, who, before);
    expect(none).toMatchObject({ status: 202, body: { success: true, data: { count: 0 } } });
    const all = await webhook.call('POST', `${path}/recover`, who, { since });
    expect(all).toMatchObject({ status: 202, body: { data: { count: 2 } } });
    await eventually(async () => (await deliveries(who, id, '?status=success')).length === 2);
    expect(receiver.received).toHaveLength(2);
  });

  it('are not retried after their endpoint was deleted', async () => {
    const who = brand();
    receiver.respondAlways(500);
    const { id } = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id));
    await eventually(() => receiver.received.length > 0);
    await webhook.call('DELETE', `/api/webhooks/endpoints/${id}`, who);
    const { deliveries: rows, queues } = webhook.deps();
    await eventually(async () => (await queues.find(id)) === undefined);
    const left = await rows.list(id, { statuses: ['retrying'], skip: 0, limit: 10 });
    expect(left.total).toBe(0);
    const soFar = receiver.received.length;
    const other = await register(who, ['conversion.tracked']);
    receiver.respondAlways(200);
    await probe.publish(track(who.id));
    await ended(who, other.id);
    expect(receiver.received.length).toBeLessThanOrEqual(soFar + 2);
  });

  it('to a dead endpoint do not delay those to others', async () => {
    const dead = await openReceiver();
    dead.respondAlways('hang');
    const [hanging, healthy] = [brand(), brand()];
    await register(hanging, ['conversion.tracked'], dead.url);
    await register(healthy, ['conversion.tracked']);
    await probe.publish(...Array.from({ length: 40 }, () => track(hanging.id)));
    await eventually(() => dead.received.length >= 4);
    await probe.publish(...Array.from({ length: 40 }, () => track(healthy.id)));
    await eventually(() => receiver.received.length === 40);
    // The same four requests still hang, so the dead endpoint got no further one.
    expect(dead.received).toHaveLength(4);
    await dead.close();
  });

  it('are counted in the statistics', async () => {
    const who = brand();
    receiver.respondNext(200, 404);
    const { id } = await register(who, ['conversion.tracked']);
    await probe.publish(track(who.id), track(who.id), track(who.id));
    await eventually(async () => {
      const all = await deliveries(who, id);
      return all.length === 3 && all.every(({ status }) => status !== 'retrying');
    });
    const { body } = await webhook.call('GET', '/api/webhooks/analytics', who);
    expect(body.data).toMatchObject({
      total_endpoints: 1,
      active_endpoints: 1,
      total_events_sent: 3,
      successful_deliveries: 2,
      failed_deliveries: 1,
      success_rate: 66.67,
      average_response_time: expect.any(Number),
      events_by_type: [{ event_type: 'conversion.tracked', count: 3 }],
    });
    expect(body.data.daily_stats.at(-1)).toMatchObject({ sent: 3, successful: 2, failed: 1 });
  });
});

it('retries a delivery after a timeout', async () => {
  const receiver = await openReceiver();
  receiver.respondNext('hang');
  const webhook = await startWebhook({ WEBHOOK_TIMEOUT_SECONDS: '1' });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const who = brand();
  const body = { url: receiver.url, events: ['conversion.tracked'] };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  const path = `/api/webhooks/endpoints/${made.body.data.id}/events?status=success`;
  // On a slow machine further attempts may time out as well.
  const delivery = await eventually(
    async () => (await webhook.call('GET', path, who)).body.data.events[0],
  );
  expect(delivery).toMatchObject({
    attempt_log: expect.arrayContaining([
      expect.objectContaining({
        response_code: null,
        error_message: 'No complete response within 1 seconds',
      }),
    ]),
  });
  expect(new Set(receiver.received.map(({ body: sent }) => sent)).size).toBe(1);
  await probe.close();
  await receiver.close();
  await webhook.close();
});
