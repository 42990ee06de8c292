import { randomUUIDv7 } from 'node:crypto';
import { openTracking, sign, type Tracking } from '../testing/open-tracking.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  POSTBACK_SECRET_DIRECT: 'live-secret-of-direct-calls-with-32-characters',
  POSTBACK_SECRET_SOURCE_A:
    'live-secret-of-source-a-with-32-characters,former-secret-of-source-a-with-32-characters',
  TRACKING_SECRETS_KEY: 'live-tracking-secrets-key-with-32-characters',
  VISITOR_COOKIE_KEY: 'live-visitor-cookie-key-with-32-characters',
  EMAIL_PEPPER: 'live-email-pepper-with-32-characters',
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '60',
};

describe('the call guard in production', () => {
  let tracking: Tracking;
  beforeAll(async () => {
    tracking = await openTracking(PRODUCTION, 2);
  });
  afterAll(() => tracking.close());

  const from = (ip: string, extra: Record<string, string> = {}) => ({
    'x-tributary-client-ip': ip,
    ...extra,
  });
  const aClick = async () => {
    const { link, campaign } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    return { link, campaign, clickId };
  };
  const report = (clickId: string, tx: string, headers: Record<string, string>, instance = 0) =>
    tracking.call('POST', '/api/track/conversion', {
      at: tracking.services[instance]!,
      body: { click_id: clickId, transaction_id: tx, order_value: 1 },
      headers,
    });
  const signed = (secret: string, text: string) => ({ 'x-service-signature': sign(secret, text) });

  it('fails closed: unsigned and wrongly signed calls get 401, an unconfigured source 503', async () => {
    const { clickId, link } = await aClick();
    const headers = from('192.0.2.1');
    expect((await report(clickId, 'x', headers)).status).toBe(401);
    expect((await report(randomUUIDv7(), 'x', headers)).status).toBe(401);
    expect((await report(clickId, 'x', { ...headers, ...signed('no', 'no') })).status).toBe(401);
    const postback = (source: string, secret: string) =>
      tracking.call('POST', `/api/track/postback/${source}`, {
        body: { tracking_code: link.trackingCode, order_id: source, order_value: 1 },
        headers: { ...headers, ...signed(secret, `${link.trackingCode}.${source}.1`) },
      });
    expect((await postback('source_b', 'dev-secret-source-b')).status).toBe(503);
    expect(
      (await postback('source_a', 'live-secret-of-direct-calls-with-32-characters')).status,
    ).toBe(401);
    expect((await postback('source_a', 'live-secret-of-source-a-with-32-characters')).status).toBe(
      200,
    );
    const right = signed('live-secret-of-direct-calls-with-32-characters', `${clickId}.x.1`);
    expect((await report(clickId, 'x', { ...headers, ...right })).status).toBe(201);
    const unknown = randomUUIDv7();
    const known = signed('live-secret-of-direct-calls-with-32-characters', `${unknown}.x.1`);
    expect((await report(unknown, 'x', { ...headers, ...known })).status).toBe(404);
  });

  it('accepts both secrets of a source while its secret changes', async () => {
    const { link } = await aClick();
    const postback = (orderId: string, secret: string) =>
      tracking.call('POST', '/api/track/postback/source_a', {
        body: { tracking_code: link.trackingCode, order_id: orderId, order_value: 1 },
        headers: from('192.0.2.9', signed(secret, `${link.trackingCode}.${orderId}.1`)),
      });
    const { status: byNew } = await postback('n', 'live-secret-of-source-a-with-32-characters');
    const { status: byOld } = await postback('o', 'former-secret-of-source-a-with-32-characters');
    const { status: byBoth } = await postback('b', PRODUCTION.POSTBACK_SECRET_SOURCE_A);
    expect([byNew, byOld, byBoth]).toEqual([200, 200, 401]);
  });

  it('limits an address to 60 calls an hour over all tracking routes and instances, refused calls included', async () => {
    const { clickId } = await aClick();
    const headers = from('192.0.2.2');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 3 === 0
          ? tracking.call('POST', '/api/track/adjustment', {
              at: tracking.services[index % 2]!,
              body: { original_order_id: 'o', adjustment_type: 'refund' },
              headers,
            })
          : report(clickId, `t-${String(index)}`, headers, index % 2),
      ),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(40);
    for (const { headers: given, body } of limited) {
      expect(Number(given.get('retry-after'))).toBeGreaterThan(3_000);
      expect(given.get('ratelimit-limit')).toBe('60');
      expect(given.get('ratelimit-remaining')).toBe('0');
      expect(body).toMatchObject({ success: false, data: { error: 'rate_limit_exceeded' } });
    }
    expect((await report(clickId, 't', from('192.0.2.3'))).status).toBe(401);
  });

  it('counts invalid calls too, because a flood of them needs a limit', async () => {
    const { clickId, link } = await aClick();
    const body = { click_id: clickId, transaction_id: 't', order_value: 1 };
    const json = JSON.stringify(body);
    const refused: readonly (readonly [path: string, body: unknown])[] = [
      ['conversion', { ...body, order_value: -1 }],
      ['conversion', { ...body, signature: 'x', transaction_id: '' }],
      ['conversion', '{'],
      ['conversion', json.replace('{', '{"order_value":2,')],
      ['conversion?a=1', body],
      ['postback/source_a', { tracking_code: link.trackingCode }],
      ['postback/source_z', { tracking_code: link.trackingCode, order_id: 'o', order_value: 1 }],
      ['adjustment', { original_order_id: 'o' }],
      ['call', {}],
      ['message', []],
    ];
    const headers = from('192.0.2.5');
    const post = (index: number) => {
      const [path, sent] = refused[index % refused.length]!;
      const at = tracking.services[index % 2]!;
      return tracking.call('POST', `/api/track/${path}`, { at, body: sent, headers });
    };
    const answers = await Promise.all(Array.from({ length: 90 }, (_, index) => post(index)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([...statuses.keys()].sort()).toEqual([400, 404, 429]);
    expect(statuses.get(429)).toHaveLength(30);
    expect(statuses.get(404)?.[0]?.body).toMatchObject({ data: { error: 'not_found' } });
    for (const { headers: given, body: answer } of statuses.get(429) ?? []) {
      expect(Number(given.get('retry-after'))).toBeGreaterThan(3_000);
      expect(given.get('ratelimit-remaining')).toBe('0');
      expect(answer).toMatchObject({ success: false, data: { error: 'rate_limit_exceeded' } });
    }
    expect(statuses.get(400)?.[0]?.headers.get('ratelimit-limit')).toBe('60');
    expect((await report(clickId, 't', headers)).status).toBe(429);
  });

  it('counts a valid call once, whatever its answer', async () => {
    const { clickId } = await aClick();
    const headers = {
      ...from('192.0.2.6'),
      ...signed('live-secret-of-direct-calls-with-32-characters', `${clickId}.once.1`),
    };
    const left = async () =>
      Number((await report(clickId, 'once', headers)).headers.get('ratelimit-remaining'));
    // Recorded once, then a duplicate twice.
    expect([await left(), await left(), await left()]).toEqual([59, 58, 57]);
  });

  it('counts an IPv6 network of one subscriber as one address', async () => {
    const { clickId } = await aClick();
    for (let index = 0; index < 60; index += 1) {
      await report(clickId, 't', from(`2001:db8:1:2::${index.toString(16)}`));
    }
    expect((await report(clickId, 't', from('2001:db8:1:2:ffff::1'))).status).toBe(429);
    expect((await report(clickId, 't', from('2001:db8:1:3::1'))).status).toBe(401);
  });

  it('accepts only a brand’s own secrets, two of which may overlap, shows them once and limits by brand', async () => {
    const { clickId, campaign } = await aClick();
    const brand = tracking.brand(campaign.brandId);
    const address = from('192.0.2.4');
    const create = () =>
      tracking.call('POST', '/api/brand/tracking-secrets', { body: {}, headers: brand });
    const first = await create();
    expect(first.status).toBe(201);
    const secret = first.body.secret;
    const text = (tx: string) => `${clickId}.${tx}.1`;
    const by = (key: string, tx: string, instance = 0) =>
      report(clickId, tx, { ...address, ...signed(key, text(tx)) }, instance);
    expect((await by('live-secret-of-direct-calls-with-32-characters', 'a')).status).toBe(401);
    expect((await by(secret, 'a', 1)).status).toBe(201);
    const second = (await create()).body.secret;
    expect((await create()).body).toMatchObject({ error: 'too_many_secrets' });
    expect((await by(second, 'b')).status).toBe(201);
    expect((await by(secret, 'c')).status).toBe(201);
    const many = await Promise.all(
      Array.from({ length: 150 }, (_, index) => by(secret, `m-${String(index)}`, index % 2)),
    );
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]));
    expect(many[0]?.headers.get('ratelimit-limit')).toBe('6000');
    // The brand's own calls pass although other calls have exhausted the limit of the address.
    for (let index = 0; index < 60; index += 1) await report(clickId, 'junk', address);
    expect((await report(clickId, 'junk', address)).status).toBe(429);
    expect((await by(secret, 'after')).status).toBe(201);
    const listed = await tracking.call('GET', '/api/brand/tracking-secrets', { headers: brand });
    expect(listed.body.tracking_secrets).toHaveLength(2);
    expect(JSON.stringify(listed.body)).not.toContain(secret);
    const rows = await tracking.collection('tracking_secrets').find().toArray();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { id } = first.body;
    const stranger = tracking.brand(randomUUIDv7());
    const remove = (headers: Record<string, string>) =>
      tracking.call('DELETE', `/api/brand/tracking-secrets/${id}`, { headers });
    expect((await remove(stranger)).status).toBe(404);
    expect((await remove(brand)).status).toBe(200);
    expect((await by(secret, 'gone')).status).toBe(429);
    expect((await by(second, 'still')).status).toBe(201);
  });

  it('changes no secret of a brand whose audit entry cannot be saved with it', async () => {
    const { campaign } = await aClick();
    const headers = tracking.brand(campaign.brandId);
    const path = '/api/brand/tracking-secrets';
    const create = () => tracking.call('POST', path, { body: {}, headers });
    const listed = async (): Promise<readonly unknown[]> =>
      (await tracking.call('GET', path, { headers })).body.tracking_secrets;
    const setOutbox = (validator: object) =>
      tracking.service.platform.mongo.connection.db?.command({ collMod: 'outbox', validator });
    const { id } = (await create()).body;
    await setOutbox({ never: { $exists: true } });
    try {
      expect((await create()).status).toBe(500);
      const remove = await tracking.call('DELETE', `${path}/${id}`, { headers });
      expect(remove.status).toBe(500);
    } finally {
      await setOutbox({});
    }
    expect(await listed()).toMatchObject([{ id }]);
    expect((await create()).status).toBe(201);
  });
});

describe('the call guard outside production', () => {
  it.each(['true', 'false'])(
    'accepts unsigned reports as TRACKING_ALLOW_UNSIGNED=%s states',
    async (allowed) => {
      const tracking = await openTracking({ TRACKING_ALLOW_UNSIGNED: allowed });
      const { link } = tracking.aLinkTo();
      const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
      const body = { click_id: clickId, transaction_id: 'unsigned', order_value: 1 };
      const { status } = await tracking.call('POST', '/api/track/conversion', { body });
      await tracking.close();
      expect(status).toBe(allowed === 'true' ? 201 : 401);
    },
  );
});
