import { createHmac, randomUUIDv7 } from 'node:crypto';
import { conversionApproved, conversionTracked } from '@tributary/contracts';
import {
  aConversion,
  anApprovedConversion,
  eventually,
  type EventProbe,
  openEventProbe,
} from '@tributary/testing';
import { Webhook } from 'standardwebhooks';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const affiliate = () => ({ id: randomUUIDv7(), role: 'affiliate' as const });
type Who = ReturnType<typeof affiliate>;
const POSTBACKS = '/api/webhooks/postbacks';

describe('postbacks of partners', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let probe: EventProbe;
  let receiver: Receiver;
  let origin: string;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_RETRY_BASE_SECONDS: '0.005' });
    probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  });
  beforeEach(async () => {
    receiver = await openReceiver();
    origin = new URL(receiver.url).origin;
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await probe.close();
    await webhook.close();
  });

  const register = async (who: Who, body: object) => {
    const made = await webhook.call('POST', POSTBACKS, who, body);
    expect(made.status).toBe(201);
    return made.body.data;
  };
  const logOf = (who: Who, id: string) =>
    eventually(async () => {
      const path = `/api/webhooks/endpoints/${id}/events`;
      const { events } = (await webhook.call('GET', path, who)).body.data;
      return events[0] === undefined || events[0].status === 'retrying' ? undefined : events;
    });
  const arrived = (count: number) =>
    eventually(() => receiver.received.length >= count && receiver.received);

  it('are called by GET with macros replaced, signed over the URL, retried and logged', async () => {
    const who = affiliate();
    const query =
      'c={click_id}&s={sub1}&s2={sub2}&a={amount}&u={currency}&st={status}&e={event_id}';
    const { id, secret } = await register(who, { url: `${origin}/in/{sub3}?${query}` });
    receiver.respondNext(503);
    const subIds = { sub1: 'news letter&x=1', sub3: '..' };
    const conversion = anApprovedConversion({ affiliateId: who.id, subIds, valueMinor: 12_340 });
    await probe.publish(conversionApproved(conversion));

    const [first, second] = await arrived(2);
    expect(second!.url).toBe(first!.url);
    const called = new URL(`${origin}${first!.url}`);
    expect([first!.method, called.pathname]).toEqual(['GET', '/in/']);
    expect(Object.fromEntries(called.searchParams)).toEqual({
      c: conversion.clickId,
      s: 'news letter&x=1',
      s2: '',
      a: '123.40',
      u: 'USD',
      st: 'approved',
      e: first!.headers['webhook-id'],
    });
    expect(first!.body).toBe('');
    const headers = second!.headers as Record<string, string>;
    const signature = createHmac('sha256', secret).update(called.href).digest('hex');
    expect(headers['x-webhook-signature']).toBe(`sha256=${signature}`);
    const verifier = new Webhook(secret);
    // The signature is valid; the verifier then fails to parse the URL as JSON.
    expect(() => verifier.verify(called.href, headers)).toThrow('JSON');
    expect(() => verifier.verify(`${called.href}&more=1`, headers)).toThrow('No matching');

    const [entry] = await logOf(who, id);
    expect(entry).toMatchObject({
      status: 'success',
      attempts: 2,
      macros: { click_id: conversion.clickId, amount: '123.40', event_id: headers['webhook-id'] },
      attempt_log: [{ response_code: 503 }, { response_code: 200 }],
    });
    const path = `/api/webhooks/endpoints/${id}/events`;
    const one = await webhook.call('GET', `${path}/${entry!.id}`, who);
    expect([one.status, one.body.data]).toEqual([200, entry]);
    const absent = await webhook.call('GET', `${path}/${randomUUIDv7()}`, who);
    const other = await register(who, { url: `${origin}/other` });
    const elsewhere = await webhook.call(
      'GET',
      `/api/webhooks/endpoints/${other.id}/events/${entry!.id}`,
      who,
    );
    expect([absent.status, elsewhere.body]).toEqual([404, absent.body]);

    const postback = await webhook.call('GET', `${POSTBACKS}/${id}`, who);
    expect([postback.status, postback.body.data.id]).toEqual([200, id]);
    expect(postback.body.data.secret).not.toBe(secret);
    const foreign = await webhook.call('GET', `${POSTBACKS}/${id}`, affiliate());
    const none = await webhook.call('GET', `${POSTBACKS}/${randomUUIDv7()}`, who);
    expect([foreign.status, foreign.body]).toEqual([404, none.body]);
  });

  it('are called by POST with the envelope, for the requested events', async () => {
    const who = affiliate();
    const events = ['conversion.tracked'];
    const url = `${origin}/in?c={click_id}`;
    const { secret } = await register(who, { method: 'POST', url, events });
    const conversion = aConversion({ affiliateId: who.id });
    await probe.publish(conversionTracked(conversion));
    const [request] = await arrived(1);
    expect([request!.method, request!.url]).toEqual(['POST', `/in?c=${conversion.clickId}`]);
    const headers = request!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(request!.body, headers)).toMatchObject({
      event: 'conversion.tracked',
      data: { conversion_id: conversion.conversionId },
    });
  });

  it('get sub ids only as the affiliate of the click, if several share a conversion', async () => {
    const [owner, other] = [affiliate(), affiliate()];
    for (const who of [owner, other]) {
      await register(who, { url: `${origin}/${who.id}?c={click_id}&s={sub1}&a={amount}` });
    }
    const conversion = anApprovedConversion({ affiliateId: owner.id, subIds: { sub1: 'own' } });
    const [share] = conversion.shares;
    const clickId = randomUUIDv7();
    const half = { ...share!, weight: 500_000_000_000, valueMinor: 5_000 };
    const shares = [half, { ...half, affiliateId: other.id, clickId }];
    await probe.publish(conversionApproved({ ...conversion, shares }));
    const urls = (await arrived(2)).map(({ url }) => url);
    expect(new Set(urls)).toEqual(
      new Set([
        `/${owner.id}?c=${conversion.clickId}&s=own&a=50.00`,
        `/${other.id}?c=${clickId}&s=&a=50.00`,
      ]),
    );
  });

  it('are called with sub ids of any length', async () => {
    const who = affiliate();
    const names = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'];
    const query = names.map((name) => `${name}={${name}}`).join('&');
    await register(who, { url: `${origin}/in?${query}`, events: ['conversion.tracked'] });
    const subIds = Object.fromEntries(names.map((name) => [name, '語'.repeat(200)]));
    await probe.publish(conversionTracked(aConversion({ affiliateId: who.id, subIds })));
    const [request] = await arrived(1);
    const { searchParams } = new URL(`${origin}${request!.url}`);
    expect(Object.fromEntries(searchParams)).toEqual(subIds);
  });

  it('are shown by a dry run, which sends nothing', async () => {
    const body = { url: `${origin}/p?c={click_id}&s={sub5}`, values: { sub5: 'a b' } };
    const run = await webhook.call('POST', `${POSTBACKS}/dry-run`, affiliate(), body);
    expect(run).toMatchObject({ status: 200, body: { data: { method: 'GET', body: null } } });
    const { url } = run.body.data;
    expect(url).toMatch(/\/p\?c=[0-9a-f-]{36}&s=a%20b$/);
    expect(run.body.data).toMatchObject({ signed: url });
    const posted = { ...body, method: 'POST', event: 'conversion.rejected' };
    const other = await webhook.call('POST', `${POSTBACKS}/dry-run`, affiliate(), posted);
    expect(other.body.data).toMatchObject({ body: { event: 'conversion.rejected' } });
    expect(receiver.received).toHaveLength(0);
  });

  it('are listed, updated and deleted as postbacks, not as webhook endpoints', async () => {
    const who = affiliate();
    const { id } = await register(who, { url: `${origin}/p?c={click_id}` });
    const listed = await webhook.call('GET', POSTBACKS, who);
    expect(listed.body.data).toMatchObject({ total: 1, postbacks: [{ id, method: 'GET' }] });
    const endpoints = await webhook.call('GET', '/api/webhooks/endpoints', who);
    expect(endpoints.body.data.total).toBe(0);
    const asEndpoint = `/api/webhooks/endpoints/${id}`;
    expect(await webhook.call('PUT', asEndpoint, who, { active: false })).toMatchObject({
      status: 404,
    });
    expect((await webhook.call('DELETE', asEndpoint, who)).status).toBe(404);
    const path = `${POSTBACKS}/${id}`;
    const changed = await webhook.call('PUT', path, who, { method: 'POST', active: false });
    expect(changed.body.data).toMatchObject({ method: 'POST', active: false });
    expect((await webhook.call('PUT', path, affiliate(), {})).status).toBe(404);
    expect((await webhook.call('DELETE', path, who)).status).toBe(200);
    expect((await webhook.call('PUT', path, who, {})).status).toBe(404);
  });

  it('can be tested with the sample of an event', async () => {
    const who = affiliate();
    const { id } = await register(who, { url: `${origin}/p?a={amount}&st={status}` });
    const path = `/api/webhooks/endpoints/${id}/test`;
    const sent = await webhook.call('POST', path, who, { event_type: 'conversion.approved' });
    expect(sent.body.data).toMatchObject({ status: 'success', response_code: 200 });
    expect(receiver.received[0]!.url).toMatch(/^\/p\?a=\d+\.\d\d&st=approved$/);
  });

  it.each([
    ['an unknown macro', { url: 'https://t.example/?a={order}' }, 'url'],
    ['a macro in the host', { url: 'https://{sub1}.example/' }, 'url'],
    ['no URL', { url: 'nowhere?c={click_id}' }, 'url'],
    ['another method', { url: 'https://t.example/', method: 'PUT' }, 'method'],
    ['no events', { url: 'https://t.example/', events: [] }, 'events'],
    ['another event', { url: 'https://t.example/', events: ['payout.completed'] }, 'events'],
    ['an over-long URL', { url: `https://t.example/${'x'.repeat(2_048)}` }, 'url'],
    ['headers', { url: 'https://t.example/', headers: {} }, 'headers'],
  ])('refuse %s', async (_what, body, field) => {
    for (const path of [POSTBACKS, `${POSTBACKS}/dry-run`]) {
      if (path !== POSTBACKS && field === 'events') continue;
      const refused = await webhook.call('POST', path, affiliate(), body);
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain(field);
    }
  });

  it('are for affiliates on the Pro tier or higher', async () => {
    const body = { url: 'https://t.example/' };
    const brand = { id: randomUUIDv7(), role: 'brand' as const };
    expect((await webhook.call('POST', POSTBACKS, brand, body)).status).toBe(403);
    const free = { ...affiliate(), plan: 'free' as const };
    expect(await webhook.call('POST', POSTBACKS, free, body)).toMatchObject({
      status: 403,
      body: { error: 'plan_required' },
    });
  });
});
