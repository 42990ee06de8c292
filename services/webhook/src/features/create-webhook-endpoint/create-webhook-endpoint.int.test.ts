import { createHmac, randomUUIDv7 } from 'node:crypto';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { app } from '../../app.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
const url = 'https://example.com/hook';
const events = ['conversion.tracked'];

describe('webhook endpoints', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_ALLOW_PRIVATE: 'false' });
  });
  afterAll(() => webhook.close());

  const create = (who: ReturnType<typeof brand>, body: object = {}) =>
    webhook.call('POST', '/api/webhooks/endpoints', who, { url, events, ...body });

  it('are created with their secret in full, and listed with it masked', async () => {
    const who = brand();
    const made = await create(who, { description: 'Shop', headers: { 'X-Env': 'test' } });
    expect(made).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          id: expect.any(String),
          url,
          events,
          description: 'Shop',
          active: true,
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/=]{44}$/),
          headers: { 'X-Env': 'test' },
          created_at: expect.any(String),
          updated_at: null,
          last_triggered: null,
          failure_count: 0,
          success_count: 0,
        },
      },
    });
    const secret = made.body.data.secret;
    const list = await webhook.call('GET', '/api/webhooks/endpoints', who);
    expect(list.body.data).toMatchObject({ total: 1, page: 1, per_page: 50 });
    expect(list.body.data.endpoints[0]?.secret).toBe(`whsec_************${secret.slice(-4)}`);
    const row = await webhook.service.platform.mongo.connection
      .collection('endpoints')
      .findOne({ ownerId: who.id });
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('need the Pro tier or higher, in every operation', async () => {
    const free = { ...brand(), plan: 'free' as const };
    const id = randomUUIDv7();
    const calls: [string, string, object?][] = [
      ['POST', '/endpoints', { url, events }],
      ['GET', '/endpoints'],
      ['PUT', `/endpoints/${id}`, {}],
      ['DELETE', `/endpoints/${id}`],
      ['POST', `/endpoints/${id}/rotate-secret`],
      ['POST', `/endpoints/${id}/test`, { event_type: 'link.created' }],
      ['GET', `/endpoints/${id}/events`],
      ['POST', `/endpoints/${id}/events/${id}/retry`],
      ['GET', `/endpoints/${id}/dead-letters`],
      ['POST', `/endpoints/${id}/recover`, { since: '2026-01-01' }],
      ['GET', '/event-types'],
      ['GET', '/analytics'],
      ['POST', '/subscribe', { hookUrl: url, event: 'link.created' }],
      ['DELETE', `/subscribe/${id}`],
    ];
    for (const [method, path, body] of calls) {
      const answer = await webhook.call(method, `/api/webhooks${path}`, free, body);
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'plan_required']);
    }
  });

  it('of an account that lost the tier can be listed and removed', async () => {
    const owner = brand();
    const { id } = (await create(owner)).body.data;
    const free = { ...owner, plan: 'free' as const };
    const list = await webhook.call('GET', '/api/webhooks/endpoints', free);
    expect(list.body.data.endpoints.map((one: { id: string }) => one.id)).toEqual([id]);
    const path = `/api/webhooks/endpoints/${id}`;
    expect((await webhook.call('PUT', path, free, {})).status).toBe(403);
    expect((await webhook.call('DELETE', path, free)).status).toBe(200);
    expect((await webhook.call('GET', '/api/webhooks/endpoints', free)).status).toBe(403);
  });

  it('of another account are not found', async () => {
    const owner = brand();
    const made = await create(owner);
    const id = made.body.data.id;
    const other = brand();
    for (const [method, path, body] of [
      ['PUT', '', { active: false }],
      ['DELETE', '', undefined],
      ['GET', '/events', undefined],
      ['GET', `/events/${randomUUIDv7()}`, undefined],
      ['POST', '/rotate-secret', undefined],
      ['POST', '/test', { event_type: 'link.created' }],
      ['POST', '/recover', { since: '2026-01-01' }],
    ] as const) {
      const foreign = await webhook.call(
        method,
        `/api/webhooks/endpoints/${id}${path}`,
        other,
        body,
      );
      const absent = await webhook.call(
        method,
        `/api/webhooks/endpoints/${randomUUIDv7()}${path}`,
        other,
        body,
      );
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(absent);
    }
    const list = await webhook.call('GET', '/api/webhooks/endpoints', owner);
    expect(list.body.data.endpoints[0]?.active).toBe(true);
  });

  it('are refused with the name of the invalid field', async () => {
    const wrong: [object, string][] = [
      [{ url: 'http://example.com/' }, 'url'],
      [{ url: 'https://127.0.0.1/' }, 'url'],
      [{ url: 'https://2130706433/' }, 'url'],
      [{ url: 'https://user:pw@example.com/' }, 'url'],
      [{ url: 'https://example.com:22/' }, 'url'],
      [{ url: `https://example.com/${'a'.repeat(2_100)}` }, 'url'],
      [{ events: [] }, 'events'],
      [{ events: ['conversion.unknown'] }, 'events'],
      [{ events: 'conversion.tracked' }, 'events'],
      [{ headers: { Host: 'x' } }, 'headers'],
      [{ headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers'],
      [{ headers: { 'X-Webhook-Signature': 'x' } }, 'headers'],
      [{ colour: 'red' }, 'colour'],
      [{ active: 'yes' }, 'active'],
    ];
    const who = brand();
    for (const [body, field] of wrong) {
      const answer = await create(who, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.body).toEqual({
        error: expect.stringMatching(/^invalid_(request|url)$/),
        message: expect.any(String),
        detail: expect.stringContaining(field),
      });
    }
    const list = await webhook.call('GET', '/api/webhooks/endpoints', who);
    expect(list.body.data.total).toBe(0);
  });

  it('are limited to ten on the Pro tier, also when created in parallel', async () => {
    const who = brand();
    const answers = await Promise.all(Array.from({ length: 14 }, () => create(who)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    const [first] = (await webhook.call('GET', '/api/webhooks/endpoints?limit=1', who)).body.data
      .endpoints;
    await webhook.call('DELETE', `/api/webhooks/endpoints/${first!.id}`, who);
    expect((await create(who)).status).toBe(200);
  });

  it('are created once per Idempotency-Key, and no stored response contains their secret', async () => {
    const who = brand();
    const make = (key: string, body: object = {}) =>
      webhook.call(
        'POST',
        '/api/webhooks/endpoints',
        who,
        { url, events, ...body },
        {
          'idempotency-key': key,
        },
      );
    const [first, second] = await Promise.all([make('k1'), make('k1')]);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(await make('k1')).toEqual(first);
    expect(await make('k1', { description: 'other' })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    });
    expect((await make('k2')).body.data.id).not.toBe(first.body.data.id);
    expect((await make('ä'.repeat(3))).status).toBe(400);
    const { connection } = webhook.service.platform.mongo;
    const collections = (await connection.listCollections()).map(({ name }) => name);
    for (const name of collections) {
      const rows = await connection.collection(name).find().toArray();
      expect(JSON.stringify(rows)).not.toContain(first.body.data.secret);
    }
  });

  it('are updated and deleted by their owner', async () => {
    const who = brand();
    const id = (await create(who)).body.data.id;
    const path = `/api/webhooks/endpoints/${id}`;
    const changed = await webhook.call('PUT', path, who, {
      events: ['link.created', 'link.created'],
      active: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { success: true, data: { url, events: ['link.created'], active: false } },
    });
    expect(changed.body.data.updated_at).not.toBeNull();
    const active = await webhook.call('GET', '/api/webhooks/endpoints?active_only=true', who);
    expect(active.body.data.total).toBe(0);
    const privateUrl = await webhook.call('PUT', path, who, { url: 'https://10.0.0.5/' });
    expect(privateUrl).toMatchObject({ status: 400, body: { error: 'invalid_url' } });
    expect(await webhook.call('DELETE', path, who)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expect((await webhook.call('DELETE', path, who)).status).toBe(404);
  });

  it('are subscribed and unsubscribed as REST hooks', async () => {
    const who = brand();
    const hook = { hookUrl: url, event: 'commission.paid' };
    const made = await webhook.call('POST', '/api/webhooks/subscribe', who, hook);
    expect(made).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const privateHook = { ...hook, hookUrl: 'https://[::1]/' };
    expect(await webhook.call('POST', '/api/webhooks/subscribe', who, privateHook)).toMatchObject({
      status: 400,
      body: { error: 'invalid_url', detail: expect.stringContaining('hookUrl') },
    });
    const path = `/api/webhooks/subscribe/${made.body.id}`;
    expect(await webhook.call('DELETE', path, who)).toEqual({
      status: 200,
      body: { success: true },
    });
  });

  it('document the error codes of each operation with their status', () => {
    const open = ['/api/webhooks/event-types', '/api/admin/announcements'];
    const routes =
      app(webhook.deps()).routes?.filter(
        ({ path, internal }) => internal !== true && !open.includes(path),
      ) ?? [];
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, path, errors = {} } of routes) {
      const wanted = path.includes(':')
        ? ['plan_required', 'endpoint_not_found']
        : ['plan_required'];
      expect([method, path, Object.keys(errors)]).toEqual([
        ...[method, path, expect.arrayContaining(wanted)],
      ]);
      for (const meaning of Object.values(errors)) expect(meaning).toMatch(/^4\d\d: /);
    }
  });

  it('have an event catalogue, and statistics of zero in a new account', async () => {
    const who = brand();
    const types = await webhook.call('GET', '/api/webhooks/event-types', who);
    expect(types.body.data).toHaveLength(65);
    expect(types.body.data).toHaveProperty('0', {
      name: 'affiliate.registered',
      description: expect.any(String),
      category: 'Affiliate',
      sample_payload: expect.any(Object),
    });
    const analytics = await webhook.call('GET', '/api/webhooks/analytics?days=7', who);
    expect(analytics.body.data).toMatchObject({ total_endpoints: 0, success_rate: 0 });
    expect(analytics.body.data.daily_stats).toHaveLength(7);
    for (const days of ['0', '366', 'x', '']) {
      const answer = await webhook.call('GET', `/api/webhooks/analytics?days=${days}`, who);
      expect(answer.status).toBe(400);
    }
  });
});

describe('a secret', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let receiver: Receiver;
  beforeAll(async () => {
    webhook = await startWebhook();
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await webhook.close();
  });

  it('can be changed while deliveries are signed with the old one as well', async () => {
    const who = brand();
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, {
      url: receiver.url,
      events,
    });
    const path = `/api/webhooks/endpoints/${made.body.data.id}`;
    const rotated = await webhook.call('POST', `${path}/rotate-secret`, who);
    expect(rotated.body.data.secret).not.toBe(made.body.data.secret);
    const test = await webhook.call('POST', `${path}/test`, who, {
      event_type: 'conversion.tracked',
      payload: { hello: 'world' },
    });
    expect(test).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          delivery_id: expect.any(String),
          status: 'success',
          response_code: 200,
          response_time_ms: expect.any(Number),
          error_message: null,
        },
      },
    });
    const [request] = receiver.received;
    expect(JSON.parse(request!.body)).toMatchObject({
      event: 'conversion.tracked',
      data: { hello: 'world' },
    });
    expect(String(request!.headers['x-webhook-signature']).split(',')).toHaveLength(2);
    expect(String(request!.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('states why a test message failed', async () => {
    const who = brand();
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, {
      url: receiver.url,
      events,
    });
    receiver.respondNext(500);
    const test = { event_type: 'conversion.tracked' };
    const path = `/api/webhooks/endpoints/${made.body.data.id}/test`;
    const { body } = await webhook.call('POST', path, who, test);
    expect(body.data).toMatchObject({ status: 'failed', error_message: 'Answered 500' });
  });

  it('counts for a day after each change, however many follow, as receivers change one by one', async () => {
    const who = brand();
    const body = { url: receiver.url, events };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
    const path = `/api/webhooks/endpoints/${made.body.data.id}`;
    const rotate = async () =>
      (await webhook.call('POST', `${path}/rotate-secret`, who)).body.data.secret;
    const secrets = [made.body.data.secret, await rotate(), await rotate()];
    await webhook.call('POST', `${path}/test`, who, { event_type: 'conversion.tracked' });
    const request = receiver.received.at(-1)!;
    const signed = secrets.map(
      (secret) => `sha256=${createHmac('sha256', secret).update(request.body).digest('hex')}`,
    );
    // The newest first.
    expect(request.headers['x-webhook-signature']).toBe(signed.toReversed().join(','));
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(3);
  });
});
