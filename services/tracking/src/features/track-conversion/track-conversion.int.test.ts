import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const DIRECT = 'dev-secret-direct';

describe('reporting conversions', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  const aClick = async (given: Parameters<Tracking['aLinkTo']>[0] = {}) => {
    const { link, campaign } = tracking.aLinkTo(given);
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    return { link, campaign, clickId };
  };
  const report = (body: unknown, headers: Record<string, string> = {}) =>
    tracking.call('POST', '/api/track/conversion', { body, headers });

  it('stores a signed order with its event, frozen terms and the e-mail address only as a hash', async () => {
    const { link, campaign, clickId } = await aClick();
    const answered = await report(
      JSON.stringify({
        click_id: clickId,
        transaction_id: 'tx-full',
        order_id: 'order-full',
        order_value: 0,
        currency: 'USD',
        customer_email: 'Ann@Example.com',
        products: [{ sku: 's', name: 'n', quantity: 2, price: 10.5 }],
        metadata: { a: { b: 1 }, customer_ip: '198.51.100.7', customer_country: 'DE' },
        network_field: 'ignored',
      }).replace('"order_value":0', '"order_value":100.00'),
      { 'x-service-signature': sign(DIRECT, `${clickId}.tx-full.100.00`) },
    );
    expect(answered.status).toBe(201);
    const { conversion_id: id } = answered.body.data;
    const { data, correlationId } = await probe.waitFor(
      conversionTracked,
      ({ conversionId }) => conversionId === id,
    );
    expect(data).toMatchObject({
      orderId: 'order-full',
      transactionId: 'tx-full',
      valueMinor: 10_000,
      isNewCustomer: true,
      affiliateId: link.affiliateId,
      terms: campaign.commission,
      products: [{ sku: 's', name: 'n', quantity: 2, priceMinor: 1_050, category: null }],
    });
    expect(data.evidence).toMatchObject({
      visitorId: expect.any(String),
      buyerIp: '198.51.100.7',
      buyerCountry: 'DE',
      mailboxHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      isDisposableEmail: false,
      cartOpenedAt: null,
    });
    expect(correlationId).toBe(answered.headers.get('x-request-id'));
    const stored = JSON.stringify(await tracking.collection('conversions').findOne({ _id: id }));
    expect(stored.toLowerCase()).not.toContain('ann@example.com');
    // Stored only as evidence, which expires.
    expect(stored.match(/198\.51\.100\.7/g)).toHaveLength(1);
    expect(data.customerEmailHash).toMatch(/^[0-9a-f]{64}$/);

    const own = (who: 'affiliate' | 'brand', as: string, of = id) =>
      tracking.call('GET', `/api/${who}/conversions/${of}`, { headers: tracking[who](as) });
    const ofAffiliate = await own('affiliate', link.affiliateId);
    const ofBrand = await own('brand', campaign.brandId);
    const shown = { id, order_id: 'order-full', order_amount: 100, refunded_amount: 0 };
    expect(ofAffiliate.body.data).toMatchObject({ ...shown, metadata: { a: { b: 1 } } });
    expect(ofAffiliate.body.data).not.toHaveProperty('metadata.customer_country');
    expect(ofBrand.body.data).toMatchObject({
      ...shown,
      affiliate_id: link.affiliateId,
      metadata: { a: { b: 1 }, customer_country: 'DE' },
    });
    for (const [who, as] of [
      ['affiliate', link.affiliateId],
      ['brand', campaign.brandId],
    ] as const) {
      const absent = await own(who, as, randomUUIDv7());
      const foreign = await own(who, randomUUIDv7());
      expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    }
  });

  it('makes one conversion of 50 parallel posts of one order over two instances', async () => {
    const { clickId } = await aClick();
    const posts = Array.from({ length: 50 }, (_, index) =>
      tracking.call('POST', '/api/track/conversion', {
        at: tracking.services[index % 2]!,
        body: {
          click_id: clickId,
          transaction_id: `race-${String(index % 3)}`,
          order_id: 'race',
          order_value: 5,
        },
      }),
    );
    const answers = await Promise.all(posts);
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const { conversion_id: id } = created[0]!.body.data;
    const repeated = answers.filter(({ status }) => status === 409);
    expect(repeated).toHaveLength(49);
    for (const { body } of repeated) {
      expect(body).toEqual({
        success: false,
        data: { error: 'duplicate_order', conversion_id: id, status: 'pending' },
        message: expect.any(String),
      });
    }
    expect(await tracking.collection('conversions').countDocuments({ orderId: 'race' })).toBe(1);
  });

  it('stores the other orders of a commit with a duplicate that another instance stored first', async () => {
    const { clickId } = await aClick();
    const order = (index: number) => ({
      click_id: clickId,
      transaction_id: `n-${String(index)}`,
      order_value: 1,
    });
    const posts = Array.from({ length: 120 }, (_, index) =>
      tracking.call('POST', '/api/track/conversion', {
        at: tracking.services[index % 2]!,
        body: order(Math.floor(index / 2)),
      }),
    );
    const answers = await Promise.all(posts);
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(statuses.get(201)).toHaveLength(60);
    expect(statuses.get(409)).toHaveLength(60);
  });

  it('stores the other orders of a commit with an order that a dead transaction locks, and that one once unlocked', async () => {
    const { clickId, campaign } = await aClick();
    const session = tracking.service.platform.mongo.connection.getClient().startSession();
    session.startTransaction();
    const locked = { _id: randomUUIDv7(), brandId: campaign.brandId, orderId: 'locked' };
    await tracking.collection('conversions').insertOne(locked, { session });
    const post = (orderId: string) =>
      report({ click_id: clickId, transaction_id: orderId, order_value: 1 });
    const pending = post('locked');
    const orders = Array.from({ length: 40 }, (_, index) => post(`beside-${String(index)}`));
    const beside = await Promise.all(orders);
    expect(new Set(beside.map(({ status }) => status))).toEqual(new Set([201]));
    await session.abortTransaction();
    await session.endSession();
    expect((await pending).status).toBe(201);
  });

  it('recognises an order by its transaction, and across all sources', async () => {
    const { clickId, link, campaign } = await aClick();
    const first = await report({
      click_id: clickId,
      transaction_id: 't-1',
      order_id: 'o-1',
      order_value: 1,
    });
    expect(first.status).toBe(201);
    const { conversion_id: id } = first.body.data;
    const again = await report({
      click_id: clickId,
      transaction_id: 't-1',
      order_id: 'o-2',
      order_value: 1,
    });
    const postback = await tracking.call('POST', '/api/track/postback/source_a', {
      body: { tracking_code: link.trackingCode, order_id: 'o-1', order_value: 1 },
    });
    const plugin = await tracking.call('POST', '/api/conversions/track', {
      body: { click_id: clickId, order_reference: 'o-1', order_total: 1 },
      headers: tracking.brand(campaign.brandId),
    });
    for (const { status, body } of [again, postback, plugin]) {
      expect(status).toBe(409);
      expect(body.data.conversion_id).toBe(id);
    }
  });

  it('credits a postback to the latest click of the link, else to its affiliate', async () => {
    const { link } = tracking.aLinkTo();
    const post = (orderId: string) =>
      tracking.call('POST', '/api/track/postback/custom', {
        body: { tracking_code: link.trackingCode, order_id: orderId, order_value: '7.50' },
        headers: {
          'x-service-signature': sign('dev-secret-custom', `${link.trackingCode}.${orderId}.7.50`),
        },
      });
    const before = await post('pb-0');
    expect(before.body).toEqual({
      success: true,
      data: { status: 'recorded', conversion_id: expect.any(String) },
      message: expect.any(String),
    });
    await tracking.follow(link.trackingCode);
    const latest = tracking.clickIdOf(
      await tracking.follow(link.trackingCode, { cookie: 'tributary_vid=0123456789abcdef' }),
    );
    const after = await post('pb-1');
    const stored = async (answered: typeof after) =>
      tracking.collection('conversions').findOne({ _id: answered.body.data.conversion_id });
    expect(await stored(before)).toMatchObject({ affiliateId: link.affiliateId, clickId: null });
    expect(await stored(after)).toMatchObject({
      affiliateId: link.affiliateId,
      clickId: latest,
      source: 'custom',
    });
  });

  it('records a click outside the window unattributed and flagged', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const clickId = randomUUIDv7();
    const clickedAt = new Date(Date.now() - 31 * DAY_MS);
    await tracking.follow(link.trackingCode);
    const [projected] = await eventually(async () => {
      const found = await tracking.collection('clicks').find({ linkId: link.linkId }).toArray();
      return found.length > 0 && found;
    });
    await tracking
      .collection('clicks')
      .insertOne({ ...projected!, _id: clickId, occurredAt: clickedAt });
    const answered = await report({ click_id: clickId, transaction_id: 'late', order_value: 3 });
    expect(answered.status).toBe(201);
    const { conversions } = (
      await tracking.call('GET', '/api/brand/conversions?requires_review=true', {
        headers: tracking.brand(campaign.brandId),
      })
    ).body.data;
    expect(conversions).toMatchObject([
      {
        order_id: 'late',
        affiliate_id: null,
        requires_review: true,
        unpayable_reason: 'no_attribution',
      },
    ]);
  });

  it('honours a named commission of a plugin, bounded by the order, and an affiliate without a click', async () => {
    const { clickId, campaign, link } = await aClick();
    const headers = tracking.brand(campaign.brandId);
    const post = (body: object) =>
      tracking.call('POST', '/api/conversions/track', { body, headers });
    const order = { click_id: clickId, order_reference: 'p-1', order_total: 20, platform: 'shop' };
    expect((await post({ ...order, commission_amount: 20.01 })).status).toBe(400);
    expect((await post({ ...order, commission_amount: 4 })).status).toBe(201);
    expect((await post({ order_reference: 'p-2', order_total: 20 })).status).toBe(400);
    const { affiliateId } = link;
    const byAffiliate = { affiliate_id: affiliateId, order_reference: 'p-3', order_total: 20 };
    expect((await post(byAffiliate)).status).toBe(201);
    const stranger = { ...byAffiliate, affiliate_id: randomUUIDv7(), order_reference: 'p-4' };
    expect(await post(stranger)).toMatchObject({
      status: 404,
      body: { data: { error: 'affiliate_not_found' } },
    });
    const listed = await tracking.call('GET', '/api/affiliate/conversions', {
      headers: tracking.affiliate(affiliateId),
    });
    expect(listed.body.data.conversions).toMatchObject([
      { order_id: 'p-3', commission_amount: 2, click_id: null },
      { order_id: 'p-1', commission_amount: 4, click_id: clickId },
    ]);
    expect(listed.body.data.pagination).toEqual({ page: 1, per_page: 50, total: 2, pages: 1 });
    const other = { ...order, order_reference: 'p-5' };
    const foreign = await tracking.call('POST', '/api/conversions/track', {
      body: other,
      headers: tracking.brand(randomUUIDv7()),
    });
    expect(foreign.body.data.error).toBe('click_not_found');
  });
});
