import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import {
  type CampaignSnapshot,
  conversionTracked,
  integrationConnected,
  integrationDisconnected,
  integrationFailed,
  integrationSynced,
} from '@tributary/contracts';
import { type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { loseClicks } from '../../testing/lose-clicks.ts';
import { payByStripe } from '../../testing/pay-by-stripe.ts';
import { readShopFixture as fixture } from '../../testing/read-shop-fixture.ts';
import { sellByWooCommerce } from '../../testing/sell-by-woocommerce.ts';

const SECRET = 'shpss_0123456789abcdef';
const hmac = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64');

interface Stored {
  readonly data: { status: string; conversion_id: string | null; reason: string | null };
}

describe('connected shops', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({ INTEGRATION_ALLOW_PRIVATE: 'true' });
    probe = await openEventProbe(tracking.env, ['tracking.conversions', 'tracking.integrations']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  const connect = (brandId: string, body: object) =>
    tracking.call('POST', '/api/brand/integrations', { body, headers: tracking.brand(brandId) });

  /** Creates a brand with a connected shop and a click. */
  const aShop = async (
    platform: 'shopify' | 'woocommerce' | 'stripe',
    more: object = {},
    terms: Partial<CampaignSnapshot> = {},
  ) => {
    const { link, campaign } = tracking.aLinkTo({ campaign: terms });
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const { brandId, campaignId } = campaign;
    const shop = { platform, shop_url: `https://${platform}.example.com/`, secret: SECRET };
    const made = await connect(brandId, { ...shop, campaign_id: campaignId, ...more });
    expect(made.status).toBe(201);
    return { id: made.body.id, clickId, brandId, campaignId, link, made };
  };
  const send = async (id: string, body: string, headers: Record<string, string>) => {
    const url = `${tracking.service.url}/api/integrations/${id}/orders`;
    const json = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers: { ...json, ...headers }, body };
    const response = await gatewayFetch('tracking', url, options);
    return { status: response.status, body: (await response.json()) as Stored };
  };
  const shopify = (id: string, topic: string, body: string, signature = hmac(body)) =>
    send(id, body, { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature });
  const woo = (id: string, topic: string, body: string, signature = hmac(body)) =>
    send(id, body, { 'x-wc-webhook-topic': topic, 'x-wc-webhook-signature': signature });
  const stored = (answered: { body: Stored }) =>
    tracking.collection('conversions').findOne({ _id: answered.body.data.conversion_id ?? '' });

  const showPixel = async (clickId: string, order: number, value: string) => {
    const ids = `transaction_id=${String(order)}&order_id=${String(order)}`;
    const query = `click_id=${clickId}&${ids}&order_value=${value}`;
    const shown = await gatewayFetch('tracking', `${tracking.service.url}/t/pixel.gif?${query}`, {
      headers: { referer: 'https://shop.example.com/thanks' },
    });
    return shown.headers.get('x-conversion-id');
  };

  it('Stripe: a subscription earns with its first invoice and its renewals, refunds and disputes take money back', async () => {
    await payByStripe(await aShop('stripe'), { secret: SECRET, send, find: stored });
  });

  it('Shopify: an order becomes a conversion, its refund an adjustment, its cancellation a reversal', async () => {
    const { id, clickId, link } = await aShop('shopify');
    const order = { id: 5_001, clickId };
    const created = await fixture('shopify-orders-create', order);
    const first = await shopify(id, 'orders/create', created);
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'recorded' } } });
    expect(await stored(first)).toMatchObject({
      orderId: '5001',
      source: 'integration',
      platform: 'shopify',
      valueMinor: 59_894,
      affiliateId: link.affiliateId,
      customerId: '207119551',
      customerEmailHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      products: [
        { sku: 'IPOD2008GREEN', quantity: 1, priceMinor: 19_900 },
        { sku: 'IPod Nano - 8gb - red', quantity: 2, priceMinor: 19_900 },
      ],
    });
    const { conversion_id: conversionId } = first.body.data;
    await probe.waitFor(conversionTracked, (it) => it.conversionId === conversionId);
    const again = await shopify(id, 'orders/create', created);
    expect(again.body.data).toMatchObject({ status: 'duplicate', conversion_id: conversionId });
    const refund = await fixture('shopify-refunds-create', order);
    const statuses = [];
    for (let times = 0; times < 2; times += 1) {
      statuses.push((await shopify(id, 'refunds/create', refund)).body.data.status);
    }
    expect(statuses).toEqual(['adjusted', 'duplicate']);
    expect(await stored(first)).toMatchObject({ status: 'pending', refundedMinor: 19_900 });
    const cancelled = await fixture('shopify-orders-cancelled', order);
    for (let times = 0; times < 2; times += 1) {
      const answered = await shopify(id, 'orders/cancelled', cancelled);
      expect(answered.body.data.status).toBe('reversed');
    }
    const row = await stored(first);
    expect(row).toMatchObject({
      status: 'reversed',
      refundedMinor: 59_894,
      // Larger than the exact range of numbers.
      adjustments: [{ refundId: 'shopify-refund-890088186047892319' }, { type: 'refund' }],
    });
    expect(row?.['adjustments']).toHaveLength(2);
  });

  it('Shopify: an order replaces what the pixel reported of it, under the same id', async () => {
    const { id, clickId } = await aShop('shopify', {}, { pixelEnabled: true });
    const conversionId = await showPixel(clickId, 5_401, '0.01');
    expect(conversionId).not.toBeNull();
    const created = await fixture('shopify-orders-create', { id: 5_401, clickId });
    const first = await shopify(id, 'orders/create', created);
    expect(first.body.data).toMatchObject({ status: 'recorded', conversion_id: conversionId });
    expect(await stored(first)).toMatchObject({
      source: 'integration',
      valueMinor: 59_894,
      revision: 1,
    });
    const again = await shopify(id, 'orders/create', created);
    expect(again.body.data).toMatchObject({ status: 'duplicate', conversion_id: conversionId });
  });

  it.each([
    ['a part of the order', '199.00', 5_402],
    ['a stranger’s cent', '0.01', 5_403],
  ])(
    'Shopify: early refunds take their own amounts where the pixel reported %s',
    async (...given) => {
      const [, value, order] = given;
      const { id, clickId } = await aShop('shopify', {}, { pixelEnabled: true });
      const conversionId = await showPixel(clickId, order, value);
      const refund = await fixture('shopify-refunds-create', { id: order });
      const second = refund.replaceAll('890088186047892319', String(order));
      for (const body of [refund, second, refund]) await shopify(id, 'refunds/create', body);
      const created = await fixture('shopify-orders-create', { id: order, clickId });
      const reported = await shopify(id, 'orders/create', created);
      expect(reported.body.data).toMatchObject({ status: 'recorded', conversion_id: conversionId });
      const part = { type: 'partial_refund', amountMinor: 19_900 };
      const left = { status: 'pending', valueMinor: 59_894, refundedMinor: 39_800 };
      expect(await stored(reported)).toMatchObject({ ...left, adjustments: [part, part] });
    },
  );

  it('Shopify: a refund or a cancellation that precedes its order is applied when the order arrives', async () => {
    const { id, clickId } = await aShop('shopify');
    const early = { id: 5_101, clickId };
    const refund = await fixture('shopify-refunds-create', early);
    for (let times = 0; times < 2; times += 1) {
      const ignored = await shopify(id, 'refunds/create', refund);
      expect(ignored).toMatchObject({ status: 200, body: { data: { status: 'ignored' } } });
    }
    const created = await shopify(
      id,
      'orders/create',
      await fixture('shopify-orders-create', early),
    );
    expect(created.body.data.status).toBe('recorded');
    expect(await stored(created)).toMatchObject({ status: 'pending', refundedMinor: 19_900 });
    const called = { id: 5_102, clickId };
    const off = await fixture('shopify-orders-cancelled', called);
    expect((await shopify(id, 'orders/cancelled', off)).body.data.status).toBe('ignored');
    const late = await shopify(id, 'orders/create', await fixture('shopify-orders-create', called));
    expect(late.body.data.status).toBe('recorded');
    expect(await stored(late)).toMatchObject({ status: 'reversed', refundedMinor: 59_894 });
  });

  it('WooCommerce: an order counts when paid, its updates bring refunds, a refunded order is reversed', async () => {
    const { id, clickId } = await aShop('woocommerce');
    const order = { id: 727, clickId };
    const created = await fixture('woocommerce-order-created', order);
    const unpaid = created.replace('"processing"', '"pending"');
    expect((await woo(id, 'order.created', unpaid)).body.data).toMatchObject({
      status: 'ignored',
      reason: 'waiting',
    });
    const first = await woo(id, 'order.updated', created);
    expect(first.body.data.status).toBe('recorded');
    expect(await stored(first)).toMatchObject({
      orderId: '727',
      valueMinor: 2_935,
      customerId: null,
      products: [
        { sku: 'Woo Single #1', quantity: 2, priceMinor: 300 },
        { sku: 'Bar3', quantity: 1, priceMinor: 1_200 },
      ],
    });
    const partly = await fixture('woocommerce-order-updated-refund', order);
    expect((await woo(id, 'order.updated', partly)).body.data.status).toBe('adjusted');
    expect((await woo(id, 'order.updated', partly)).body.data.status).toBe('duplicate');
    expect(await stored(first)).toMatchObject({ refundedMinor: 1_000 });
    const wholly = await fixture('woocommerce-order-refunded', order);
    expect((await woo(id, 'order.updated', wholly)).body.data.status).toBe('reversed');
    expect(await stored(first)).toMatchObject({ status: 'reversed', refundedMinor: 2_935 });
    const ping = await send(id, 'webhook_id=7', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(ping).toMatchObject({ status: 200, body: { data: { status: 'pong' } } });
  });

  it('WooCommerce: the orders, refunds and renewals that the plugin sends find their click', async () => {
    await sellByWooCommerce(await aShop('woocommerce'), { secret: SECRET, send, find: stored });
  });

  it('raise an alarm once when their orders suddenly carry no click, and end it when they do again', async () => {
    const { brandId } = await aShop('shopify');
    const [deps] = tracking.deps;
    await loseClicks(deps!, probe, brandId);
  });

  it('recognises an order that a direct call reported first', async () => {
    const { id, clickId } = await aShop('shopify');
    const direct = await tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: 't', order_id: '5002', order_value: 598.94 },
    });
    const body = await fixture('shopify-orders-create', { id: 5_002, clickId });
    const answered = await shopify(id, 'orders/create', body);
    expect(answered.body.data).toMatchObject({
      status: 'duplicate',
      conversion_id: direct.body.data.conversion_id,
    });
  });

  it('refuses unsigned, forged and foreign webhooks, and ignores orders without an affiliate', async () => {
    const { id, clickId } = await aShop('shopify');
    const other = await aShop('shopify');
    const body = await fixture('shopify-orders-create', { id: 5_003, clickId });
    const hex = createHmac('sha256', SECRET).update(body).digest('hex');
    const wrong = ['', hmac(body, 'another-secret'), hmac(`${body} `), hex, hmac(body).slice(1)];
    for (const signature of wrong) {
      const answered = await shopify(id, 'orders/create', body, signature);
      expect(answered).toMatchObject({ status: 401, body: { error: 'invalid_signature' } });
    }
    expect((await woo(id, 'order.created', body)).status).toBe(401);
    expect((await send(id, 'webhook_id=7', {})).status).toBe(401);
    const foreignClick = await fixture('shopify-orders-create', { id: 1, clickId: other.clickId });
    expect((await shopify(id, 'orders/create', foreignClick)).body.data.reason).toBe('no_click');
    const none = await fixture('shopify-orders-create', { id: 2 });
    expect((await shopify(id, 'orders/create', none)).body.data.reason).toBe('no_click');
    const test = body.replace('"test": false', '"test": true');
    expect((await shopify(id, 'orders/create', test)).body.data.reason).toBe('test_order');
    expect((await shopify(id, 'app/uninstalled', '{}')).body.data.reason).toBe('other_topic');
    const refund = await fixture('shopify-refunds-create', { id: 99 });
    expect((await shopify(id, 'refunds/create', refund)).body.data.reason).toBe('order_unknown');
    expect((await shopify('0199aaaa-0000-7000-8000-000000000001', 'x', '{}')).status).toBe(404);
    const rows = tracking.collection('conversions');
    expect(await rows.countDocuments({ orderId: { $in: ['5003', '1', '2'] } })).toBe(0);
  });

  it('publishes an error once, still answers 200 for the platform, and recovers', async () => {
    const { id, clickId, brandId } = await aShop('shopify');
    const body = await fixture('shopify-orders-create', { id: 5_004, clickId });
    const strange = body.replaceAll('"USD"', '"XXY"');
    const list = async () => {
      const { body: listed } = await tracking.call('GET', '/api/brand/integrations', {
        headers: tracking.brand(brandId),
      });
      const { integrations } = listed as unknown as { integrations: { status: string }[] };
      return integrations[0]?.status;
    };
    expect(await list()).toBe('connected');
    for (let times = 0; times < 2; times += 1) {
      expect(await shopify(id, 'orders/create', strange)).toMatchObject({
        status: 200,
        body: { data: { status: 'failed', reason: 'currency_unknown' } },
      });
    }
    expect((await shopify(id, 'orders/create', '{')).body.data.reason).toBe('payload_malformed');
    expect((await shopify(id, 'orders/create', '{}')).body.data.reason).toBe('payload_malformed');
    expect(await list()).toBe('error');
    await probe.waitFor(
      integrationFailed,
      (it) => it.integrationId === id && it.error === 'payload_malformed',
    );
    const published = probe
      .events(integrationFailed)
      .filter(({ data }) => data.integrationId === id);
    expect(published.map(({ data }) => data.error)).toEqual([
      'currency_unknown',
      'payload_malformed',
    ]);
    expect((await shopify(id, 'orders/create', body)).body.data.status).toBe('recorded');
    expect(await list()).toBe('connected');
  });

  it('are connected once, by their own brand, and refused once disconnected', async () => {
    const { id, brandId, campaignId, made } = await aShop('woocommerce');
    expect(made.body).toMatchObject({
      platform: 'woocommerce',
      shop_url: 'https://woocommerce.example.com',
      webhook_url: expect.stringMatching(new RegExp(`/api/integrations/${id}/orders$`)),
      can_sync: false,
    });
    expect(JSON.stringify(made.body)).not.toContain(SECRET);
    const shop = { platform: 'woocommerce', secret: SECRET, campaign_id: campaignId };
    const shop_url = 'https://woocommerce.example.com';
    const twice = await connect(brandId, { ...shop, shop_url });
    expect(twice).toMatchObject({ status: 409, body: { error: 'already_connected' } });
    const other = await aShop('shopify');
    const foreign = await connect(other.brandId, { ...shop, shop_url });
    expect(foreign).toMatchObject({ status: 404, body: { error: 'campaign_not_found' } });
    for (const wrong of [
      { ...shop, shop_url: 'ftp://x.example.com' },
      { ...shop, shop_url: 'https://u:p@x.example.com' },
      { ...shop, shop_url, secret: 'short' },
      { ...shop, shop_url, platform: 'magento' },
      { ...shop, shop_url, consumer_key: 'ck_12345678' },
      { ...shop, shop_url, access_token: 'shpat_12345678' },
    ].map((body) => connect(brandId, body))) {
      expect((await wrong).status).toBe(400);
    }
    const act = (method: string, who: string) =>
      tracking.call(method, `/api/brand/integrations/${id}`, { headers: tracking.brand(who) });
    expect((await act('GET', brandId)).body).toMatchObject({ id });
    expect((await act('GET', other.brandId)).status).toBe(404);
    expect((await act('DELETE', other.brandId)).status).toBe(404);
    expect((await act('DELETE', brandId)).status).toBe(200);
    expect((await woo(id, 'order.created', '{}')).status).toBe(404);
    await probe.waitFor(integrationConnected, (it) => it.integrationId === id);
    await probe.waitFor(integrationDisconnected, (it) => it.integrationId === id);
  });

  describe('missed orders', () => {
    let shop: Server;
    let shopUrl: string;
    let pages: string[][];
    const requests: string[] = [];
    beforeAll(async () => {
      shop = createServer((request, response) => {
        requests.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`);
        const url = new URL(request.url ?? '', shopUrl);
        if (request.headers['x-shopify-access-token'] === 'shpat_revoked') {
          response.writeHead(401).end('{}');
          return;
        }
        const page = Number(url.searchParams.get('page') ?? 1);
        const orders = `[${(pages[page - 1] ?? []).join(',')}]`;
        url.searchParams.set('page', String(page + 1));
        const link = page < pages.length ? { link: `<${url.href}>; rel="next"` } : {};
        response.writeHead(200, { 'content-type': 'application/json', ...link });
        response.end(url.pathname.startsWith('/admin') ? `{"orders":${orders}}` : orders);
      });
      await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
      shopUrl = `http://127.0.0.1:${String((shop.address() as AddressInfo).port)}`;
    });
    afterAll(() => shop.close());

    const sync = (id: string, brandId: string) =>
      tracking.call('POST', `/api/brand/integrations/${id}/sync`, {
        body: { since: '2026-05-01T00:00:00Z' },
        headers: tracking.brand(brandId),
      });

    it('are fetched page by page, once, with their refunds', async () => {
      const access = { consumer_key: 'ck_12345678', consumer_secret: 'cs_12345678' };
      const connected = await aShop('woocommerce', { shop_url: shopUrl, ...access });
      const { id, clickId, brandId } = connected;
      const known = await fixture('woocommerce-order-created', { id: 801, clickId });
      await woo(id, 'order.created', known);
      const refunded = await fixture('woocommerce-order-updated-refund', { id: 802, clickId });
      const others = await fixture('woocommerce-order-created', { id: 803 });
      pages = [
        [known, refunded],
        ['{"unreadable":true}', others],
      ];
      const answered = await sync(id, brandId);
      expect(answered).toMatchObject({ status: 200, body: { data: { orders: 4, recorded: 1 } } });
      const basic = Buffer.from('ck_12345678:cs_12345678').toString('base64');
      expect(requests[0]).toContain(`Basic ${basic}`);
      expect(requests[0]).toContain('modified_after=2026-05-01T00%3A00%3A00');
      const { data } = await probe.waitFor(integrationSynced, (it) => it.integrationId === id);
      expect(data).toMatchObject({ orders: 4, recorded: 1 });
      const row = await tracking.collection('conversions').findOne({ brandId, orderId: '802' });
      expect(row).toMatchObject({ refundedMinor: 1_000 });
      expect((await sync(id, brandId)).body.data).toMatchObject({ orders: 4, recorded: 0 });
      // A sync from a later time leaves a gap after the last sync.
      const syncedUntil = new Date('2026-04-01T00:00:00Z');
      const integrations = tracking.collection('integrations');
      await integrations.updateOne({ _id: id }, { $set: { syncedUntil } });
      expect((await sync(id, brandId)).status).toBe(200);
      expect(await integrations.findOne({ _id: id })).toMatchObject({ syncedUntil });
    });

    it('cannot be fetched without access, or where the shop rejects it, and the error is published', async () => {
      const without = await aShop('shopify');
      const refused = await sync(without.id, without.brandId);
      expect(refused).toMatchObject({ status: 409, body: { error: 'sync_not_configured' } });
      const revoked = await aShop('shopify', {
        shop_url: shopUrl,
        access_token: 'shpat_revoked',
      });
      const denied = await sync(revoked.id, revoked.brandId);
      expect(denied).toMatchObject({ status: 503, body: { error: 'store_access_denied' } });
      // A failed shop is last in the next run, so that failing shops do not block the others.
      const tried = await tracking.collection('integrations').findOne({ _id: revoked.id });
      expect(Number(tried?.['syncTriedAt'])).toBeGreaterThan(Number(tried?.['createdAt']));
      await probe.waitFor(
        integrationFailed,
        (it) => it.integrationId === revoked.id && it.error === 'store_access_denied',
      );
    });
  });
});
