import { randomUUIDv7 } from 'node:crypto';
import { type CampaignSnapshot } from '@tributary/contracts';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const LIVE_DIRECT = 'live-secret-of-direct-calls-with-32-characters';
const PRODUCTION = {
  NODE_ENV: 'production',
  POSTBACK_SECRET_DIRECT: LIVE_DIRECT,
  TRACKING_SECRETS_KEY: 'live-tracking-secrets-key-with-32-characters',
  VISITOR_COOKIE_KEY: 'live-visitor-cookie-key-with-32-characters',
  EMAIL_PEPPER: 'live-email-pepper-with-32-characters',
};

interface Shop {
  readonly campaign: CampaignSnapshot;
  readonly clickId: string;
  /** The brand's own secret; undefined where it signs with the platform's. */
  readonly secret: string | undefined;
}

describe('the refund of an order', () => {
  let tracking: Tracking;
  beforeAll(async () => {
    tracking = await openTracking(PRODUCTION);
  });
  afterAll(() => tracking.close());

  const createSecret = async (brandId: string): Promise<string> => {
    const headers = tracking.brand(brandId);
    const path = '/api/brand/tracking-secrets';
    return (await tracking.call('POST', path, { body: {}, headers })).body.secret;
  };
  const aShop = async (options: { readonly ownSecret: boolean }): Promise<Shop> => {
    const { campaign, link } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const secret = options.ownSecret ? await createSecret(campaign.brandId) : undefined;
    return { campaign, clickId, secret };
  };
  const report = async ({ clickId, secret = LIVE_DIRECT }: Shop, orderId: string, value = 100) => {
    const call = { click_id: clickId, transaction_id: orderId, order_value: value };
    const text = `${clickId}.${orderId}.${String(value)}`;
    const headers = { 'x-service-signature': sign(secret, text) };
    const answer = await tracking.call('POST', '/api/track/conversion', { body: call, headers });
    expect(answer.status).toBe(201);
    return answer.body.data.conversion_id;
  };
  const refund = (body: object, secret: string, text: string) =>
    tracking.call('POST', '/api/track/adjustment', {
      body,
      headers: { 'x-service-signature': sign(secret, text) },
    });
  const statusOf = async (id: string) =>
    (await tracking.collection('conversions').findOne({ _id: id }))?.['status'];

  it('reaches the order of the brand whose own secret signs it, whatever strangers report under its id', async () => {
    const shop = await aShop({ ownSecret: true });
    const strangers = [
      await aShop({ ownSecret: true }),
      await aShop({ ownSecret: false }),
      await aShop({ ownSecret: true }),
      await aShop({ ownSecret: false }),
    ];
    const foreign: string[] = [];
    for (const stranger of strangers) foreign.push(await report(stranger, 'shared'));
    const own = await report(shop, 'shared');
    const body = { original_order_id: 'shared', adjustment_type: 'refund' };
    const answered = await refund(body, shop.secret ?? '', 'shared.refund.');
    expect(answered).toMatchObject({ status: 200, body: { data: { status: 'reversed' } } });
    expect(answered.headers.get('ratelimit-limit')).toBe('6000');
    expect(await statusOf(own)).toBe('reversed');
    const untouched = await Promise.all(foreign.map(statusOf));
    expect(untouched).toEqual(foreign.map(() => 'pending'));
  });

  it('reaches its brand’s order also where more than a hundred brands report its id', async () => {
    const shop = await aShop({ ownSecret: true });
    const conversions = tracking.collection('conversions');
    const stranger = await aShop({ ownSecret: false });
    const first = await conversions.findOne({ _id: await report(stranger, 'crowded') });
    const strangers = Array.from({ length: 120 }, () => ({
      ...first,
      _id: randomUUIDv7(),
      brandId: randomUUIDv7(),
    }));
    await conversions.insertMany(strangers);
    const own = await report(shop, 'crowded');
    const body = { original_order_id: 'crowded', adjustment_type: 'refund' };
    expect((await refund(body, shop.secret ?? '', 'crowded.refund.')).status).toBe(200);
    expect(await statusOf(own)).toBe('reversed');
    const pending = { orderId: 'crowded', status: 'pending' };
    expect(await conversions.countDocuments(pending)).toBe(121);
    const vague = await refund(body, LIVE_DIRECT, 'crowded.refund.');
    expect(vague).toMatchObject({ status: 409, body: { data: { error: 'ambiguous_order' } } });
  });

  it('cannot be repeated under another refund_id with the signature of the first', async () => {
    const shop = await aShop({ ownSecret: true });
    const id = await report(shop, 'replayed');
    const body = {
      original_order_id: 'replayed',
      adjustment_type: 'partial_refund',
      adjustment_amount: 10,
    };
    const secret = shop.secret ?? '';
    const text = 'replayed.partial_refund.10.00.r-1';
    const first = { ...body, refund_id: 'r-1' };
    expect((await refund(first, secret, text)).status).toBe(200);
    const replays = [
      { ...body, refund_id: 'r-2' },
      { ...body },
      { ...first, adjustment_amount: 20 },
    ];
    for (const replay of replays) expect((await refund(replay, secret, text)).status).toBe(401);
    // The text without the refund_id could be used under any.
    const short = await refund(first, secret, 'replayed.partial_refund.10');
    expect(short).toMatchObject({ status: 401, body: { data: { error: 'invalid_signature' } } });
    expect((await refund(first, secret, text)).status).toBe(200);
    const stored = await tracking.collection('conversions').findOne({ _id: id });
    expect(stored).toMatchObject({ refundedMinor: 1_000 });
  });

  it('may be signed by the platform’s secret with its refund_id or, for now, without', async () => {
    const shop = await aShop({ ownSecret: false });
    const id = await report(shop, 'platform');
    const body = {
      original_order_id: 'platform',
      adjustment_type: 'partial_refund',
      adjustment_amount: 10,
    };
    const text = 'platform.partial_refund.10';
    const short = await refund({ ...body, refund_id: 'r-1' }, LIVE_DIRECT, text);
    const complete = await refund({ ...body, refund_id: 'r-2' }, LIVE_DIRECT, `${text}.r-2`);
    expect([short.status, complete.status]).toEqual([200, 200]);
    const stored = await tracking.collection('conversions').findOne({ _id: id });
    expect(stored).toMatchObject({ refundedMinor: 2_000 });
  });

  it('needs the brand’s id where the platform’s secret signs it and several brands have the order', async () => {
    const shop = await aShop({ ownSecret: false });
    await report(await aShop({ ownSecret: false }), 'common');
    await report(await aShop({ ownSecret: true }), 'common');
    const own = await report(shop, 'common');
    const body = { original_order_id: 'common', adjustment_type: 'refund' };
    const vague = await refund(body, LIVE_DIRECT, 'common.refund.');
    expect(vague).toMatchObject({ status: 409, body: { data: { error: 'ambiguous_order' } } });
    const exact = { ...body, brand_id: shop.campaign.brandId };
    expect((await refund(exact, LIVE_DIRECT, 'common.refund.')).status).toBe(200);
    expect(await statusOf(own)).toBe('reversed');
  });

  it('is refused without a signature by one of the brands or the platform', async () => {
    const shop = await aShop({ ownSecret: true });
    await report(await aShop({ ownSecret: true }), 'forged');
    const own = await report(shop, 'forged');
    const body = { original_order_id: 'forged', adjustment_type: 'refund' };
    expect((await refund(body, 'nobody', 'forged.refund.')).status).toBe(401);
    expect((await tracking.call('POST', '/api/track/adjustment', { body })).status).toBe(401);
    expect(await statusOf(own)).toBe('pending');
  });
});
