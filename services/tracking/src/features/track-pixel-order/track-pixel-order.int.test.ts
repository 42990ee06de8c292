import { createHash, randomUUIDv7 } from 'node:crypto';
import { conversionReplaced, conversionTracked } from '@tributary/contracts';
import { eventually, type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const SHOP = 'https://shop.example.com';

describe('pixel and script', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(() => probe.close());
  afterAll(() => tracking.close());

  const aClickOn = async (campaign: object) => {
    const made = tracking.aLinkTo({ campaign });
    const clickId = tracking.clickIdOf(await tracking.follow(made.link.trackingCode));
    return { ...made, clickId };
  };
  const show = (query: string, headers: Record<string, string> = { referer: `${SHOP}/thanks` }) =>
    gatewayFetch('tracking', `${tracking.service.url}/t/pixel.gif?${query}`, { headers });

  it('records an order from the landing page’s own site, flags it and answers an image, also for a repetition', async () => {
    const { clickId, campaign } = await aClickOn({ pixelEnabled: true });
    const query = `click_id=${clickId}&transaction_id=t1&order_id=o1&order_value=12.50&utm_source=x`;
    const first = await show(query);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await first.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a');
    const again = await show(query, { origin: SHOP });
    expect(again.status).toBe(200);
    expect(again.headers.get('x-conversion-status')).toBe('duplicate');
    const id = first.headers.get('x-conversion-id') ?? '';
    expect(again.headers.get('x-conversion-id')).toBe(id);
    const direct = await tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: 't2', order_id: 'o1', order_value: 12.5 },
    });
    expect(direct).toMatchObject({ status: 409, body: { data: { conversion_id: id } } });
    const listed = await tracking.call('GET', '/api/brand/conversions?requires_review=true', {
      headers: tracking.brand(campaign.brandId),
    });
    expect(listed.body.data.conversions).toMatchObject([
      { id, order_amount: 12.5, requires_review: true },
    ]);
  });

  it('is replaced in place by the shop’s signed report, also where a stranger took both ids in advance', async () => {
    const { clickId, campaign } = await aClickOn({
      pixelEnabled: true,
      brandId: randomUUIDv7(),
    });
    const pixel = async (order: string, transaction: string): Promise<string> => {
      const ids = `transaction_id=${transaction}&order_id=${order}`;
      const shown = await show(`click_id=${clickId}&${ids}&order_value=0.01`);
      return shown.headers.get('x-conversion-id') ?? '';
    };
    const taken = [await pixel('o-real', 'junk-1'), await pixel('junk-2', 't-real')];
    const call = { click_id: clickId, transaction_id: 't-real', order_id: 'o-real' };
    const unsigned = { ...call, order_value: 500 };
    const refused = await tracking.call('POST', '/api/track/conversion', { body: unsigned });
    expect(refused.status).toBe(409);

    const text = `${clickId}.t-real.500`;
    const report = () =>
      tracking.call('POST', '/api/track/conversion', {
        body: unsigned,
        headers: { 'x-service-signature': sign('dev-secret-direct', text) },
      });
    const signed = await report();
    expect(signed.status).toBe(201);
    const [replaced, displaced] = taken;
    expect(signed.body.data.conversion_id).toBe(replaced);
    const stored = (id: string) => tracking.collection('conversions').findOne({ _id: id });
    expect(await stored(signed.body.data.conversion_id)).toMatchObject({
      orderId: 'o-real',
      transactionId: 't-real',
      valueMinor: 50_000,
      source: 'direct',
      status: 'pending',
      revision: 1,
    });
    expect(await stored(displaced!)).toMatchObject({ status: 'rejected', transactionId: null });
    await probe.waitFor(conversionReplaced, ({ conversionId }) => conversionId === replaced);
    const tracked = probe
      .events(conversionTracked)
      .filter(({ data }) => data.conversionId === replaced);
    expect(tracked).toHaveLength(1);
    const repeated = await report();
    expect(repeated).toMatchObject({
      status: 409,
      body: { data: { conversion_id: signed.body.data.conversion_id } },
    });
    expect(await pixel('o-real', 'junk-3')).toBe(signed.body.data.conversion_id);
    const rows = tracking.collection('conversions');
    expect(await rows.countDocuments({ brandId: campaign.brandId })).toBe(2);
  });

  it('keeps its refunds and its place within the caps when the shop reports the order', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const { clickId, campaign } = await aClickOn({
      pixelEnabled: true,
      brandId: randomUUIDv7(),
      caps: { clicks: none, conversions: { ...none, total: 2 }, commissionMinor: none },
    });
    const order = `o-${randomUUIDv7()}`;
    const shown = await show(
      `click_id=${clickId}&transaction_id=${order}&order_id=${order}&order_value=90`,
    );
    const id = shown.headers.get('x-conversion-id') ?? '';
    const refund = {
      original_order_id: order,
      adjustment_type: 'partial_refund',
      adjustment_amount: 30,
      refund_id: 'r1',
      brand_id: campaign.brandId,
    };
    const refunded = await tracking.call('POST', '/api/track/adjustment', { body: refund });
    expect(refunded.status).toBe(200);
    const report = (orderId: string) =>
      tracking.call('POST', '/api/track/conversion', {
        body: {
          click_id: clickId,
          transaction_id: `t-${orderId}`,
          order_id: orderId,
          order_value: 200,
        },
        headers: {
          'x-service-signature': sign('dev-secret-direct', `${clickId}.t-${orderId}.200`),
        },
      });
    const reports = await Promise.all([report(order), report(order)]);
    expect(reports.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const { body } of reports) expect(body.data.conversion_id).toBe(id);
    const stored = (one: string) => tracking.collection('conversions').findOne({ _id: one });
    expect(await stored(id)).toMatchObject({
      valueMinor: 20_000,
      refundedMinor: 3_000,
      status: 'pending',
      unpayableReason: null,
      adjustments: [{ refundId: 'r1', amountMinor: 3_000 }],
    });
    const counts = await tracking.collection('cap_counts').findOne({ _id: campaign.campaignId });
    expect(counts).toMatchObject({ counts: { t: { conversions: 1 } } });
    const second = await report(`${order}-2`);
    expect(await stored(second.body.data.conversion_id)).toMatchObject({ unpayableReason: null });
    const third = await report(`${order}-3`);
    expect(await stored(third.body.data.conversion_id)).toMatchObject({
      unpayableReason: 'capped',
    });
    // A refund that is repeated changes nothing in the new report either.
    expect((await tracking.call('POST', '/api/track/adjustment', { body: refund })).status).toBe(
      200,
    );
    expect(await stored(id)).toMatchObject({ refundedMinor: 3_000 });
  });

  it('refuses other sites, missing pages, campaigns without pixel and unknown clicks', async () => {
    const { clickId } = await aClickOn({ pixelEnabled: true });
    const query = `click_id=${clickId}&transaction_id=no&order_value=1`;
    const elsewhere: Record<string, string>[] = [
      {},
      { referer: 'https://evil.example/' },
      { referer: 'http://shop.example.com/' },
      { referer: 'https://shop.example.com.evil.example/' },
      { referer: 'nonsense' },
      { origin: 'null', referer: `${SHOP}/` },
    ];
    for (const headers of elsewhere) {
      const answered = await show(query, headers);
      expect(answered.status).toBe(403);
      expect(await answered.json()).toMatchObject({ data: { error: 'foreign_origin' } });
    }
    const off = await aClickOn({});
    const disabled = await show(`click_id=${off.clickId}&transaction_id=no&order_value=1`);
    expect(await disabled.json()).toMatchObject({ data: { error: 'pixel_disabled' } });
    const unknown = await show(
      'click_id=0199aaaa-0000-7000-8000-000000000001&transaction_id=no&order_value=1',
    );
    expect(unknown.status).toBe(404);
    for (const bad of ['order_value=-1', 'order_value=NaN', 'order_value=1&currency=usd', '']) {
      expect((await show(`click_id=${clickId}&transaction_id=no&${bad}`)).status).toBe(400);
    }
    await gatewayFetch('tracking', `${tracking.service.url}/t/pixel.gif?${query}`, {
      method: 'HEAD',
      headers: { referer: `${SHOP}/` },
    });
    const rows = tracking.collection('conversions');
    expect(await rows.countDocuments({ orderId: 'no' })).toBe(0);
  });

  it('answers 400 naming an invalid parameter, and stores nothing', async () => {
    const { clickId } = await aClickOn({ pixelEnabled: true });
    const right = {
      click_id: clickId,
      transaction_id: 'bad',
      order_id: 'bad',
      order_value: '10.00',
      currency: 'USD',
    };
    const never = ['', 'x'.repeat(1_500), 'a\0b', 'a\nb'];
    const amounts = ['-1', '-0', 'NaN', 'Infinity', '1e300', '0x10', '1,5', ' 1', '0.001', 'null'];
    const texts = ['null', '0', '-1', '{"$gt":""}', '__proto__', '2999-01-01T00:00:00Z'];
    const invalidValues: Readonly<Record<keyof typeof right, readonly string[]>> = {
      click_id: [...never, ...texts, `${clickId}x`],
      transaction_id: never,
      order_id: never,
      order_value: [...never, ...amounts, '{"$gt":""}', '[]', 'true', '١٠'],
      currency: [...never, ...texts, 'XYZ', 'usd', 'US', 'USDX'],
    };
    const wrong: string[] = [];
    const refused = async (what: string, field: string, query: URLSearchParams | string) => {
      const answered = await show(query.toString());
      const text = await answered.text();
      if (answered.status !== 400 || !text.includes(field)) {
        wrong.push(`${field} ${what.slice(0, 20)}: ${String(answered.status)}`);
      }
    };
    for (const [field, values] of Object.entries(invalidValues)) {
      for (const value of values) {
        await refused(value, field, new URLSearchParams({ ...right, [field]: value }));
      }
      const query = new URLSearchParams(right);
      query.append(field, 'again');
      await refused('given twice', field, query);
    }
    for (const field of ['click_id', 'transaction_id', 'order_value']) {
      const query = new URLSearchParams(right);
      query.delete(field);
      await refused('missing', field, query);
      // Some parsers turn such names into objects.
      query.set(`${field}[$gt]`, '');
      await refused('an operator', field, query);
    }
    expect(wrong).toEqual([]);
    const stored = await tracking.collection('conversions').countDocuments({ orderId: 'bad' });
    expect(stored).toBe(0);
  });

  const post = (path: string, body: object, origin = SHOP) =>
    gatewayFetch('tracking', `${tracking.service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin, 'sec-fetch-mode': 'cors' },
      body: JSON.stringify(body),
    });
  const load = (file: string) => gatewayFetch('tracking', `${tracking.service.url}/t/${file}`);

  it('the script reports an order like the pixel', async () => {
    const { clickId, campaign } = await aClickOn({ pixelEnabled: true });
    const body = { click_id: clickId, transaction_id: 'p1', order_value: 12.5, extra: 'ignored' };
    const [first, again] = [await post('/t/o', body), await post('/t/o', body)];
    const reported = (await first.json()) as { conversion_id: string };
    expect([first.status, reported]).toMatchObject([200, { status: 'recorded' }]);
    expect(await again.json()).toEqual({ ...reported, status: 'duplicate' });
    const listed = await tracking.call('GET', '/api/brand/conversions', {
      headers: tracking.brand(campaign.brandId),
    });
    expect(listed.body.data.conversions).toMatchObject([
      { id: reported.conversion_id, order_amount: 12.5, requires_review: true },
    ]);
    const refused = [
      await post('/t/o', body, 'https://evil.example.com'),
      await post('/t/o', { ...body, order_value: '1,5' }),
      await post('/t/o', {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 400, 400]);
  });

  it('the script records the visit of a landing page that names a link, once for the same visit', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const { link: other } = tracking.aLinkTo({ campaign: { brandId: campaign.brandId } });
    const url = `${SHOP}/?via=${link.trackingCode}&utm_source=blog&sub1=a`;
    const visit = { tracking_code: link.trackingCode, url, referrer: 'https://blog.example/' };
    const idOf = async (answered: Response) =>
      ((await answered.json()) as { click_id?: string }).click_id;
    const clickId = await idOf(await post('/t/v', visit, 'https://www.shop.example.com'));
    expect(await idOf(await post('/t/v', { ...visit, click_id: clickId }))).toBe(clickId);
    const later = { tracking_code: other.trackingCode, click_id: clickId };
    const second = await idOf(await post('/t/v', later));
    expect(second).not.toBe(clickId);
    const stored = (id: string | undefined) =>
      eventually(async () => {
        const click = await tracking.collection('clicks').findOne({ _id: id ?? '' });
        expect(click).not.toBeNull();
        return click;
      });
    const first = await stored(clickId);
    expect(first).toMatchObject({
      linkId: link.linkId,
      referrer: 'https://blog.example/',
      utm: { source: 'blog' },
      subIds: { sub1: 'a' },
    });
    expect(first).not.toHaveProperty('navigated');
    expect(await stored(second)).toMatchObject({ visitorId: first?.['visitorId'] });

    expect(await idOf(await post('/t/v', { ...visit, consent: 'denied' }))).toBeUndefined();
    const refused = [
      await post('/t/v', visit, 'https://evil.example.com'),
      await post('/t/v', { tracking_code: 'nothing' }),
      await gatewayFetch('tracking', `${tracking.service.url}/t/v`, { method: 'POST', body: '{' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 404, 400]);
  });

  it('the script gets a cookie of the server on the shop’s own domain', async () => {
    const keep = { click_id: randomUUIDv7(), domain: 'shop.example.com' };
    const kept = await post('/t/k', keep);
    expect([kept.status, kept.headers.get('set-cookie')]).toEqual([
      204,
      `tributary_click_id=${keep.click_id}; Max-Age=7776000; Path=/; Domain=shop.example.com; SameSite=Lax; Secure`,
    ]);
    const refused = [
      await post('/t/k', keep, 'https://evil.example.com'),
      await post('/t/k', { ...keep, consent: 'denied' }),
    ];
    for (const answered of refused) {
      expect([answered.status, answered.headers.get('set-cookie')]).toEqual([204, null]);
    }
  });

  it('every version of the script stays as it is, at the hash that is listed', async () => {
    const listed = (await (await load('versions')).json()) as {
      tag: string;
      versions: readonly { version: string; integrity: string }[];
    };
    for (const { version, integrity } of listed.versions) {
      const answered = await load(`${version}.js`);
      expect(answered.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answered.headers.get('content-type')).toContain('text/javascript');
      const hash = createHash('sha384')
        .update(await answered.text())
        .digest('base64');
      expect(integrity).toBe(`sha384-${hash}`);
    }
    expect(listed.tag).toContain(listed.versions[0]?.integrity);
    expect((await load('0.0.1.js')).status).toBe(404);
    expect(await (await load('test.js')).text()).toContain('test mode');
    const newest = await (await load('main.js')).text();
    const refused = await (await load('main.js?consent=denied')).text();
    expect(refused).toContain(newest);
    expect(refused).toContain('"consent":"denied"');
    expect(await (await load('affiliate.js')).text()).toContain(newest);
  });

  it('a set-up wizard and the state of tracking see the first click and the first order', async () => {
    const brandId = randomUUIDv7();
    const since = new Date(Date.now() - 60_000).toISOString();
    const { link, campaign } = tracking.aLinkTo({ campaign: { pixelEnabled: true, brandId } });
    const headers = tracking.brand(brandId);
    const check = async (body: object, as = headers) =>
      (await tracking.call('POST', '/api/track/install-check', {
        body,
        headers: as,
      })) as unknown as {
        status: number;
        body: { data: { error: string; is_complete: boolean }; message: string };
      };
    const named = { campaign_id: campaign.campaignId, since };
    expect((await check(named)).body).toMatchObject({
      data: { first_click: null, first_order: null, is_complete: false },
    });
    expect((await check(named, tracking.brand(randomUUIDv7()))).status).toBe(404);
    expect((await check(named, tracking.affiliate(randomUUIDv7()))).status).toBe(403);

    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    await eventually(async () => {
      const { body } = await check(named);
      expect(body.data).toMatchObject({
        first_click: { click_id: clickId, tracking_code: link.trackingCode },
      });
      return true;
    });
    await post('/t/k', { click_id: clickId });
    await post('/t/o', { click_id: clickId, transaction_id: 'first', order_value: 5 });
    expect((await check({})).body).toMatchObject({
      data: {
        first_order: { order_id: 'first', source: 'pixel', has_click: true },
        is_complete: true,
      },
      message: 'We saw your first click and your first order',
    });

    const health = await tracking.call('GET', '/api/brand/tracking-health?days=3', { headers });
    const { data } = health.body as unknown as { data: { days: readonly object[] } };
    expect(data).toMatchObject({
      status: 'healthy',
      alarms: [],
      click_age_at_order: { under_1_day: 1, older: 0 },
    });
    // The click may have been before midnight, and the order after it.
    const sums: Record<string, number> = {};
    for (const day of data.days)
      for (const [name, value] of Object.entries(day))
        if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
    expect([data.days.length, sums]).toEqual([
      3,
      { clicks_expected: 1, clicks_seen: 1, orders: 1, orders_with_click: 1 },
    ]);
  });

  it('a set-up wizard sees the click of a program with its order, although it does not count', async () => {
    const brandId = randomUUIDv7();
    const { link } = tracking.aLinkTo({ campaign: { pixelEnabled: true, brandId } });
    const answered = await tracking.follow(link.trackingCode, { 'user-agent': 'curl/8.5.0' });
    const clickId = tracking.clickIdOf(answered);
    await post('/t/o', { click_id: clickId, transaction_id: 'program', order_value: 5 });
    const { body } = await tracking.call('POST', '/api/track/install-check', {
      body: {},
      headers: tracking.brand(brandId),
    });
    expect(body).toMatchObject({
      data: { first_click: { click_id: clickId }, is_complete: true },
    });
  });
});
