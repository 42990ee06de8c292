import { randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CampaignSnapshot,
  conversionReplaced,
  conversionTracked,
  couponDeleted,
  type CouponRule,
  type CouponSnapshot,
  couponUpdated,
} from '@tributary/contracts';
import {
  aCoupon,
  clickOwnerOf,
  COUPON_ORDER_MINOR,
  couponCases,
  eventually,
  type EventProbe,
  gatewayFetch,
  namedCodeOf,
  openEventProbe,
} from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const VALUE = '33.33';
const SHOP = 'https://shop.example.com';

describe('coupon codes of orders', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  /** A campaign with a code of Anna, an expired one, and a link of each affiliate. */
  const aCampaignBy = (couponRule: CouponRule, given: Partial<CampaignSnapshot> = {}) => {
    const [anna, bela] = [randomUUIDv7(), randomUUIDv7()];
    const { campaign, link } = tracking.aLinkTo({ campaign: given, link: { affiliateId: anna } });
    const { campaignId, brandId } = campaign;
    const attribution = { ...campaign.attribution, couponRule };
    const ruled = { ...campaign, attribution };
    tracking.others.links.set(link.trackingCode, { link, campaign: ruled });
    const other = tracking.aLinkTo({ campaign: ruled, link: { affiliateId: bela } }).link;
    const code = (more: Partial<CouponSnapshot> = {}): CouponSnapshot => {
      const coupon = aCoupon({ brandId, campaignId, affiliateId: anna, ...more });
      tracking.others.coupons.push(coupon);
      return coupon;
    };
    const click = async (of: 'anna' | 'bela') => {
      const { trackingCode } = of === 'anna' ? link : other;
      return tracking.clickIdOf(await tracking.follow(trackingCode));
    };
    return { anna, bela, brandId, campaignId, campaign: ruled, link, code, click };
  };

  const report = (body: object) =>
    tracking.call('POST', '/api/track/conversion', {
      body: { transaction_id: randomUUIDv7(), order_value: VALUE, ...body },
    });
  const stored = async (answered: Awaited<ReturnType<typeof report>>) => {
    expect(answered.status).toBe(201);
    const row = await tracking
      .collection('conversions')
      .findOne({ _id: answered.body.data.conversion_id });
    if (row === null) throw new Error('the conversion is not stored');
    return row;
  };
  const listed = async (brandId: string) => {
    const headers = tracking.brand(brandId);
    return (await tracking.call('GET', '/api/brand/conversions', { headers })).body.data
      .conversions;
  };

  it.each(couponCases)(
    'are credited by the rule $rule: $situation',
    async ({ rule, situation, decision, codePercent }) => {
      const { anna, bela, brandId, code, click } = aCampaignBy(rule);
      const expired = { endsAt: new Date(Date.now() - HOUR_MS).toISOString() };
      const codes = {
        valid: () => code().code,
        expired: () => code(expired).code,
        unknown: () => 'NOBODYS',
      };
      const [named, owner] = [namedCodeOf(situation), clickOwnerOf(situation)];
      const clickId = owner === null ? undefined : await click(owner);
      const row = await stored(
        await report({
          ...(named === null ? {} : { coupon_code: codes[named]().toLowerCase() }),
          ...(clickId === undefined ? { brand_id: brandId } : { click_id: clickId }),
        }),
      );
      const isByCode = codePercent === 100 && decision !== 'same_affiliate';
      const credited = isByCode ? anna : owner === 'anna' ? anna : bela;
      expect(row).toMatchObject({
        affiliateId: credited,
        valueMinor: COUPON_ORDER_MINOR,
        unpayableReason: null,
        clickId: isByCode ? null : clickId,
      });
      if (decision === null) expect(row).not.toHaveProperty('coupon');
      else expect(row['coupon']).toMatchObject({ rule, decision, codePercent });
    },
  );

  it('are shown in the conversion’s views, the code to its affiliate alone', async () => {
    const { anna, bela, brandId, code, click } = aCampaignBy('split');
    const coupon = code();
    const clickId = await click('bela');
    const { _id: id } = await stored(
      await report({ click_id: clickId, coupon_codes: ['FREESHIPPING', ` ${coupon.code} `] }),
    );
    const shown = { status: 'valid', rule: 'split', decision: 'rule', code_share: 50 };
    expect(await listed(brandId)).toMatchObject([
      { id, affiliate_id: bela, click_id: clickId, coupon: { code: coupon.code, ...shown } },
    ]);
    const event = await probe.waitFor(conversionTracked, ({ conversionId }) => conversionId === id);
    expect(event.data.coupon).toMatchObject({
      codes: ['FREESHIPPING', coupon.code],
      couponId: coupon.couponId,
      affiliateId: anna,
      click: { clickId, affiliateId: bela },
    });
    const { data } = (
      await tracking.call('GET', '/api/affiliate/conversions', {
        headers: tracking.affiliate(bela),
      })
    ).body;
    expect(data.conversions).toMatchObject([{ id, coupon: { code: null, ...shown } }]);
  });

  it('are found by the order’s time, also among several codes of one text', async () => {
    const { anna, bela, brandId, code } = aCampaignBy('code');
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
    code({ code: 'Spring', startsAt: ago(9), endsAt: ago(6) });
    code({ code: 'SPRING', affiliateId: bela, startsAt: ago(4) });
    const orderAt = async (hours: number) =>
      stored(
        await report({
          brand_id: brandId,
          coupon_code: 'spring',
          conversion_timestamp: ago(hours),
        }),
      );
    expect(await orderAt(8)).toMatchObject({ affiliateId: anna, unpayableReason: null });
    expect(await orderAt(3)).toMatchObject({ affiliateId: bela, unpayableReason: null });
    const between = { coupon: { status: 'expired' }, unpayableReason: 'no_attribution' };
    expect(await orderAt(5)).toMatchObject({ affiliateId: anna, ...between });
    expect(await orderAt(10)).toMatchObject({
      affiliateId: anna,
      coupon: { status: 'not_started' },
    });
  });

  it('are requested from their owner once, and kept up to date by its events', async () => {
    const { brandId, anna, code, campaign } = aCampaignBy('code');
    const coupon = code();
    const order = { brand_id: brandId, coupon_code: coupon.code };
    const before = tracking.others.couponCalls;
    await stored(await report(order));
    await eventually(async () => {
      const copies = tracking.collection('coupons');
      return (await copies.countDocuments({ _id: coupon.couponId })) === 1;
    });
    expect(tracking.others.couponCalls).toBe(before + 1);
    const now = new Date().toISOString();
    const off = { ...coupon, deactivatedAt: now, updatedAt: now };
    tracking.others.coupons.splice(tracking.others.coupons.indexOf(coupon), 1, off);
    await probe.publish(couponUpdated(off));
    await eventually(async () => {
      const row = await stored(await report(order));
      return JSON.stringify(row['coupon']).includes('deactivated');
    });
    expect(await stored(await report(order))).toMatchObject({
      affiliateId: anna,
      unpayableReason: 'no_attribution',
      campaignId: campaign.campaignId,
    });
    await probe.publish(couponDeleted({ ...off, updatedAt: new Date().toISOString() }));
  });

  it('of a suspended affiliate earn nothing, and leave the order to a click', async () => {
    const { anna, bela, brandId, code, click } = aCampaignBy('code');
    const coupon = code();
    await tracking.collection('account_suspensions').insertOne({
      _id: anna,
      isSuspended: true,
      changedAt: new Date(),
    });
    await stored(await report({ brand_id: brandId, coupon_code: coupon.code }));
    const alone = await stored(await report({ brand_id: brandId, coupon_code: coupon.code }));
    expect(alone).toMatchObject({ affiliateId: anna, unpayableReason: 'affiliate_suspended' });
    const clicked = await stored(
      await report({ click_id: await click('bela'), coupon_code: coupon.code }),
    );
    expect(clicked).toMatchObject({
      affiliateId: bela,
      unpayableReason: null,
      coupon: { status: 'affiliate_suspended', decision: 'only_click' },
    });
  });

  it('need a click where the brand does not have them', async () => {
    const { brandId } = aCampaignBy('code');
    const unknown = await report({ brand_id: brandId, coupon_code: 'NOBODYS' });
    expect([unknown.status, unknown.body.data.error]).toEqual([404, 'coupon_not_found']);
    for (const body of [{}, { coupon_code: 'X' }, { brand_id: brandId }, { coupon_code: '' }]) {
      const refused = await report(body);
      expect([refused.status, refused.body.data.fields]).toMatchObject([
        400,
        [{ path: 'click_id' }],
      ]);
    }
  });

  it('refuse an order without a click while their owner is away, and leave one with a click to it', async () => {
    const { bela, brandId, click } = aCampaignBy('code');
    const clickId = await click('bela');
    tracking.others.isCampaignUnavailable = true;
    try {
      const refused = await report({ brand_id: brandId, coupon_code: 'AWAY' });
      expect(refused.status).toBe(503);
      const row = await stored(await report({ click_id: clickId, coupon_code: 'AWAY' }));
      expect(row).toMatchObject({ affiliateId: bela, coupon: { status: 'unknown' } });
    } finally {
      tracking.others.isCampaignUnavailable = false;
    }
  });

  it('are signed with the brand in the place of a click', async () => {
    const { anna, brandId, code } = aCampaignBy('code');
    const { code: coupon_code } = code();
    const post = (signed: string) =>
      tracking.call('POST', '/api/track/conversion', {
        body: { brand_id: brandId, coupon_code, transaction_id: 'signed', order_value: VALUE },
        headers: { 'x-service-signature': sign('dev-secret-direct', signed) },
      });
    expect((await post(`${coupon_code}.signed.${VALUE}`)).status).toBe(401);
    expect(await stored(await post(`${brandId}.signed.${VALUE}`))).toMatchObject({
      affiliateId: anna,
    });
  });

  it('of a pixel give way to the shop’s own report, with its codes', async () => {
    const { anna, bela, brandId, code, click } = aCampaignBy('code', { pixelEnabled: true });
    const { code: coupon_code } = code();
    const query = `brand_id=${brandId}&coupon_code=${coupon_code}&transaction_id=px&order_value=${VALUE}`;
    const shown = await gatewayFetch('tracking', `${tracking.service.url}/t/pixel.gif?${query}`, {
      headers: { referer: `${SHOP}/thanks` },
    });
    expect(shown.status).toBe(200);
    const id = shown.headers.get('x-conversion-id') ?? '';
    const rows = tracking.collection('conversions');
    expect(await rows.findOne({ _id: id })).toMatchObject({ affiliateId: anna });
    const clickId = await click('bela');
    const signed = await tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: 'px', order_value: VALUE },
      headers: { 'x-service-signature': sign('dev-secret-direct', `${clickId}.px.${VALUE}`) },
    });
    expect(signed.body.data.conversion_id).toBe(id);
    const replaced = await probe.waitFor(
      conversionReplaced,
      ({ conversionId }) => conversionId === id,
    );
    expect(replaced.data).toMatchObject({ affiliateId: bela, earlierAffiliateIds: [anna] });
    expect(replaced.data.coupon).toBeUndefined();
    expect(await rows.findOne({ _id: id })).not.toHaveProperty('coupon');
  });

  it('of a campaign without pixel are not accepted by the pixel', async () => {
    const { brandId, code } = aCampaignBy('code');
    const query = `brand_id=${brandId}&coupon_code=${code().code}&transaction_id=p2&order_value=1`;
    const shown = await gatewayFetch('tracking', `${tracking.service.url}/t/pixel.gif?${query}`, {
      headers: { referer: `${SHOP}/thanks` },
    });
    expect(shown.status).toBe(404);
  });

  it('come by a network’s postback, whose unfilled macro means none', async () => {
    const { anna, bela, link, code } = aCampaignBy('code');
    const coupon = code({ affiliateId: bela });
    const postback = async (order: string, given: string) => {
      const query = `tracking_code=${link.trackingCode}&order_id=${order}&order_value=${VALUE}`;
      return tracking.call('GET', `/api/track/postback/source_a?${query}&coupon_code=${given}`);
    };
    const rows = tracking.collection('conversions');
    const creditedTo = async (order: string, given: string) => {
      expect((await postback(order, given)).status).toBe(200);
      return (await rows.findOne({ orderId: order }))?.['affiliateId'];
    };
    expect(await creditedTo('pb-1', coupon.code)).toBe(bela);
    expect(await creditedTo('pb-2', encodeURIComponent('{coupon}'))).toBe(anna);
    expect(await creditedTo('pb-3', '')).toBe(anna);
    expect(await creditedTo('pb-4', `NOBODYS,${coupon.code}`)).toBe(bela);
  });

  it('come by a plugin without a click', async () => {
    const { anna, brandId, code } = aCampaignBy('click');
    const answered = await tracking.call('POST', '/api/conversions/track', {
      body: { order_reference: 'plug', order_total: VALUE, coupon_code: code().code },
      headers: tracking.brand(brandId),
    });
    expect(await stored(answered)).toMatchObject({ affiliateId: anna, source: 'plugin' });
  });

  it.each([
    ['shopify', 'shopify-orders-create', 'discount_codes', { amount: '1.00', type: 'percentage' }],
    ['woocommerce', 'woocommerce-order-created', 'coupon_lines', { id: 1, discount: '1.00' }],
  ] as const)('come by the orders of %s without a click', async (platform, name, field, line) => {
    const { anna, brandId, campaignId, code } = aCampaignBy('code');
    const shop = {
      platform,
      shop_url: `https://${platform}.example.com/`,
      secret: 'shpss_0123456789',
    };
    const { body: made } = await tracking.call('POST', '/api/brand/integrations', {
      body: { ...shop, campaign_id: campaignId },
      headers: tracking.brand(brandId),
    });
    const file = path.resolve(`services/tracking/src/testing/fixtures/${name}.json`);
    const order = JSON.parse(await readFile(file, 'utf8')) as object;
    const send = async (id: number, codes: readonly string[]) => {
      const lines = codes.map((one) => ({ ...line, code: one }));
      const body = JSON.stringify({
        ...order,
        id,
        meta_data: [],
        note_attributes: [],
        [field]: lines,
      });
      const isShopify = platform === 'shopify';
      const prefix = isShopify ? 'x-shopify' : 'x-wc-webhook';
      const digest = Buffer.from(sign(shop.secret, body), 'hex').toString('base64');
      const response = await gatewayFetch(
        'tracking',
        `${tracking.service.url}/api/integrations/${made.id}/orders`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            [`${prefix}-topic`]: isShopify ? 'orders/create' : 'order.created',
            [isShopify ? 'x-shopify-hmac-sha256' : 'x-wc-webhook-signature']: digest,
          },
          body,
        },
      );
      return (await response.json()) as { data: { status: string; conversion_id: string | null } };
    };
    const coupon = code({ startsAt: '2020-01-01T00:00:00.000Z' });
    const recorded = await send(910_001, ['WELCOME', coupon.code.toLowerCase()]);
    expect(recorded.data.status).toBe('recorded');
    const row = await tracking
      .collection('conversions')
      .findOne({ _id: recorded.data.conversion_id ?? '' });
    expect(row).toMatchObject({ affiliateId: anna, campaignId, coupon: { code: coupon.code } });
    const archived = aCampaignBy('code', { brandId, status: 'archived' }).code();
    for (const [index, one] of ['WELCOME', archived.code].entries()) {
      const ignored = await send(910_002 + index, [one]);
      expect(ignored.data).toMatchObject({ status: 'ignored', reason: 'no_click' });
    }
  });
});
