import { randomUUIDv7 } from 'node:crypto';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { conversionReplaced, conversionTracked } from '@tributary/contracts';
import { type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const SHOP = 'https://shop.example.com';

describe('pixel and snippet', () => {
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

  it('the snippet stores the click of the landing URL and reports the order', async () => {
    const { clickId } = await aClickOn({ pixelEnabled: true });
    const answered = await gatewayFetch('tracking', `${tracking.service.url}/t/affiliate.js`);
    expect(answered.headers.get('content-type')).toContain('text/javascript');
    const script = await answered.text();
    expect(gzipSync(script).length).toBeLessThan(2_000);
    const images: { src: string; referrerPolicy: string }[] = [];
    const cookies: string[] = [];
    const visit = (href: string, dataset: object = {}) => {
      const cookie = { get: () => cookies.map((it) => it.split(';')[0]).join('; ') };
      const document = Object.defineProperty({ currentScript: { dataset } }, 'cookie', {
        get: cookie.get,
        set: (value: string) => void cookies.push(value),
      });
      const Image = function remember(this: { src: string; referrerPolicy: string }) {
        images.push(this);
      };
      const { protocol } = new URL(href);
      const window = { location: { href, protocol }, Image } as Record<string, unknown>;
      vm.runInNewContext(script, { window, document, encodeURIComponent });
      return window['tributary'] as {
        clickId: () => string | null;
        track: (order: object) => boolean;
      };
    };
    expect(visit(`${SHOP}/`).track({ transaction_id: 'x', order_value: 1 })).toBe(false);
    expect(visit(`${SHOP}/?a=1&click_id=${clickId}#top`).clickId()).toBe(clickId);
    expect(cookies).toEqual([
      `tributary_click_id=${clickId}; Max-Age=7776000; Path=/; SameSite=Lax; Secure`,
    ]);
    expect(visit(`${SHOP}/thanks`).track({ transaction_id: 'a&b', order_value: '3.10' })).toBe(
      true,
    );
    visit(`${SHOP}/thanks`, { transactionId: 'auto', orderValue: '4.20', currency: 'EUR' });
    expect(images.map(({ referrerPolicy }) => referrerPolicy)).toEqual(['origin', 'origin']);
    const statuses = await Promise.all(
      images.map(async ({ src }) => {
        const { search } = new URL(src);
        return (await show(search.slice(1))).headers.get('x-conversion-status');
      }),
    );
    expect(statuses).toEqual(['recorded', 'recorded']);
    const rows = await tracking.collection('conversions').find({ clickId }).toArray();
    expect(
      rows.map(({ orderId, valueMinor, currency }) => [orderId, valueMinor, currency]),
    ).toEqual(
      expect.arrayContaining([
        ['a&b', 310, 'USD'],
        ['auto', 420, 'EUR'],
      ]),
    );
  });
});
