import { createHmac } from 'node:crypto';
import type { Sandbox } from '../index.ts';
import { call, openTestSandbox } from '../test-sandbox.ts';
import { createReceiver } from './receiver.ts';
import { createTally } from './tally.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const BODY = '{"event":"conversion.approved", "amount": "12.30"}';
const url = () => `${sandbox.urls.http}/receiver/shop`;
const sha256 = (secret: string, text: string) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
const list = async () => (await call('GET', url())).body;

describe('a receiver', () => {
  it('keeps headers and the raw body as they came, newest first', async () => {
    await call('POST', url(), BODY, { 'x-webhook-event': 'conversion.approved' });
    await call('POST', url(), 'second', { 'content-type': 'text/plain' });
    const { total, requests } = await list();
    expect(total).toBe(2);
    expect(requests).toMatchObject([
      { body: 'second', answered_status: 200, signature: 'missing' },
      { body: BODY, headers: { 'x-webhook-event': 'conversion.approved' } },
    ]);
    expect((await call('GET', `${url()}?limit=1`)).body.requests).toHaveLength(1);
    expect((await call('DELETE', url())).status).toBe(204);
    expect(await list()).toEqual({ total: 0, distinct_ids: 0, by_event: {}, requests: [] });
  });

  it('counts events and different webhook ids, however few requests it keeps', async () => {
    const ids = ['a', 'b', 'a'];
    for (const id of ids) {
      const headers = { 'x-webhook-id': id, 'x-webhook-event': 'payout.completed' };
      await call('POST', url(), BODY, headers);
    }
    expect(await list()).toMatchObject({
      total: 3,
      distinct_ids: 2,
      by_event: { 'payout.completed': 3 },
    });
  });

  it('answers as programmed, as often as programmed', async () => {
    const answer = { status: 503, times: 2, delay_ms: 40, headers: { 'retry-after': '7' } };
    await call('PUT', url(), { ...answer, body: 'later' });
    const started = Date.now();
    const first = await call('POST', url(), BODY);
    expect(Date.now() - started).toBeGreaterThanOrEqual(35);
    expect(first).toMatchObject({ status: 503, text: 'later' });
    expect(first.headers.get('retry-after')).toBe('7');
    expect((await call('POST', url(), BODY)).status).toBe(503);
    expect((await call('POST', url(), BODY)).status).toBe(200);
    await call('PUT', url(), { status: 410 });
    for (const _ of [1, 2, 3]) expect((await call('POST', url(), BODY)).status).toBe(410);
  });

  it('checks X-Webhook-Signature by the whole secret text, two during a rotation', async () => {
    const post = (signature: string) =>
      call('POST', url(), BODY, { 'x-webhook-signature': signature });
    await post(sha256(SECRET, BODY));
    expect((await list()).requests[0]?.signature).toBe('unknown');
    await call('PUT', url(), { secret: SECRET });
    await post(sha256('old', BODY));
    await post(`${sha256(SECRET, BODY)},${sha256('old', BODY)}`);
    await post(sha256(SECRET, `${BODY} `));
    const verdicts = (await list()).requests.map(({ signature }) => signature);
    expect(verdicts).toEqual(['invalid', 'valid', 'invalid', 'valid']);
  });

  it('checks the Standard Webhooks headers by the decoded secret', async () => {
    await call('PUT', url(), { secret: SECRET });
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`id-1.1790000000.${BODY}`).digest('base64');
    const headers = { 'webhook-id': 'id-1', 'webhook-timestamp': '1790000000' };
    await call('POST', url(), BODY, { ...headers, 'webhook-signature': `v1,abc v1,${signature}` });
    const stretched = { ...headers, 'webhook-timestamp': '1790000001' };
    await call('POST', url(), BODY, { ...stretched, 'webhook-signature': `v1,${signature}` });
    const { requests } = await list();
    expect(requests).toMatchObject([
      { standard_signature: 'invalid' },
      { standard_signature: 'valid' },
    ]);
  });

  it('refuses programs that make no sense, names that are none, and bodies that are too large', async () => {
    for (const wrong of [
      { status: 99 },
      { delay_ms: -1 },
      { headers: { a: 'x\r\ny' } },
      { no: 1 },
    ]) {
      expect((await call('PUT', url(), wrong)).status).toBe(400);
    }
    expect((await call('POST', `${url()}%20x`, BODY)).status).toBe(400);
    expect((await call('POST', url(), 'x'.repeat(1_100_000))).status).toBe(413);
    expect((await call('PATCH', url(), {})).headers.get('allow')).toBe('GET, POST, PUT, DELETE');
  });
});

describe('all receivers together', () => {
  it('are bounded in number and in bytes, the fullest gives way', () => {
    const receiver = createReceiver();
    const names = Array.from({ length: 201 }, (_, at) => `r${String(at)}`);
    expect(names.map((name) => receiver.open(name)).filter((one) => one)).toHaveLength(200);
    const small = receiver.open('r0')!;
    const full = receiver.open('r1')!;
    const request = (bytes: number) => ({
      id: 'req',
      receivedAt: '',
      headers: {},
      rawBody: Buffer.alloc(bytes),
    });
    receiver.take(small, request(10));
    for (let at = 0; at < 70; at += 1) receiver.take(full, request(1_000_000));
    expect(full.requests.bytes()).toBeLessThanOrEqual(64_000_000);
    expect(small.requests.newestFirst()).toHaveLength(1);
    for (let at = 0; at < 1100; at += 1) receiver.take(small, request(1));
    expect(small.requests.newestFirst()).toHaveLength(1000);
    expect(small.requests.total()).toBe(1101);
    receiver.forget('r1');
    expect(receiver.find('r1')).toBeUndefined();
  });
});

describe('a tally', () => {
  it('reports no count beyond its limit, rather than a wrong one', () => {
    const tally = createTally();
    for (let at = 0; at <= 250_000; at += 1) {
      tally.add({ headers: { 'webhook-id': String(at), 'x-webhook-event': String(at % 300) } });
    }
    expect(tally.distinctIds()).toBeUndefined();
    expect(Object.keys(tally.byEvent())).toHaveLength(200);
  });
});
