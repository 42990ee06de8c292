import { conversionTracked } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { type EventProbe, gatewayFetch, openEventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../testing/open-tracking.ts';
import { ALL_PURPOSES, NO_STORAGE } from '../testing/tcf-strings.ts';

const ADDRESS = '203.0.113.88';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Ann/1.0';

/** What no order without consent has. */
const NOBODY = {
  customerId: null,
  customerEmailHash: null,
  ip: null,
  userAgent: null,
  metadataText: null,
  evidence: null,
};

describe('the consent of tracking calls', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(() => probe.close());
  afterAll(() => tracking.close());

  const aClick = async (campaign: object = {}) => {
    const made = tracking.aLinkTo({ campaign });
    const answered = await tracking.follow(made.link.trackingCode, {
      'x-tributary-client-ip': ADDRESS,
      'user-agent': AGENT,
    });
    return { ...made, clickId: tracking.clickIdOf(answered) };
  };
  const stored = async (id: string) => {
    const found = await tracking.collection('conversions').findOne({ _id: id });
    if (found === null) throw new Error(`no conversion ${id}`);
    return found;
  };
  const customer = {
    customer_id: 'ann-1',
    customer_email: 'ann@example.com',
    metadata: { customer_ip: ADDRESS, customer_user_agent: AGENT, note: 'Ann' },
  };
  const direct = async (clickId: string, given: object) => {
    const body = { click_id: clickId, transaction_id: newId(), order_value: 100, ...customer };
    return tracking.call('POST', '/api/track/conversion', { body: { ...body, ...given } });
  };

  it.each([
    ['consent', { consent: 'denied' }],
    ['gcs', { gcs: 'G101' }],
    ['gcd', { gcd: '13p3p3p3p5' }],
    ['gdpr_consent', { gdpr: 1, gdpr_consent: NO_STORAGE }],
    ['consent', { consent: ['granted', 'denied'] }],
  ])(
    'of a direct conversion: by %s a refusal leaves the order and its click alone',
    async (signal, given) => {
      const { clickId, link } = await aClick();
      const { status, body } = await direct(clickId, given);
      expect(status).toBe(201);
      const found = await stored(body.data.conversion_id);
      const { affiliateId } = link;
      const consent = { decision: 'denied', by: [signal], malformed: [] };
      expect(found).toMatchObject({ ...NOBODY, clickId, affiliateId, valueMinor: 10_000, consent });
      expect(JSON.stringify(found)).not.toMatch(/ann|203\.0\.113/i);
      const { data } = await probe.waitFor(
        conversionTracked,
        ({ conversionId }) => conversionId === found._id,
      );
      expect(data).toMatchObject({ consent: 'denied', ip: null, evidence: null });
      expect(JSON.stringify(data)).not.toMatch(/ann|203\.0\.113/i);
    },
  );

  it('of a direct conversion: a consent is stored with its proof, silence and nonsense as before', async () => {
    const { clickId } = await aClick();
    const granted = await direct(clickId, { gdpr: '1', gdpr_consent: ALL_PURPOSES });
    expect(await stored(granted.body.data.conversion_id)).toMatchObject({
      customerId: 'ann-1',
      ip: ADDRESS,
      consent: { decision: 'granted', by: ['gdpr_consent'], tcString: ALL_PURPOSES },
    });
    const silent = await stored((await direct(clickId, {})).body.data.conversion_id);
    expect(silent).toMatchObject({ customerId: 'ann-1', ip: ADDRESS });
    expect(silent['consent']).toBeUndefined();
    const nonsense = await direct(clickId, { consent: { $ne: 1 }, gcs: 7, gdpr_consent: 'x' });
    expect(await stored(nonsense.body.data.conversion_id)).toMatchObject({
      customerId: 'ann-1',
      consent: { decision: 'granted', by: [], malformed: ['consent', 'gcs', 'gdpr_consent'] },
    });
  });

  it('is required of the orders of a campaign that requires it', async () => {
    const { link } = tracking.aLinkTo({ campaign: { consentDefault: 'denied' } });
    const clickId = tracking.clickIdOf(
      await tracking.follow(`${link.trackingCode}?consent=granted`),
    );
    const silent = await direct(clickId, {});
    expect(await stored(silent.body.data.conversion_id)).toMatchObject(NOBODY);
    const agreed = await direct(clickId, { consent: 'granted' });
    expect(await stored(agreed.body.data.conversion_id)).toMatchObject({ customerId: 'ann-1' });
  });

  it('of a postback: a refusal leaves the link alone, and an unfilled macro counts as absent', async () => {
    const { link } = await aClick();
    const postback = async (query: Record<string, string>) => {
      const params = new URLSearchParams({
        ...{ tracking_code: link.trackingCode, order_id: newId(), order_value: '10.00' },
        ...{ customer_ip: ADDRESS, note: 'Ann', ...query },
      });
      const answered = await tracking.call(
        'GET',
        `/api/track/postback/source_a?${params.toString()}`,
      );
      expect(answered.status).toBe(200);
      return stored(answered.body.data.conversion_id);
    };
    const { affiliateId, linkId } = link;
    const refused = await postback({ consent: 'denied' });
    expect(refused).toMatchObject({ ...NOBODY, clickId: null, linkId, affiliateId });
    const unfilled = await postback({ gdpr: '{GDPR}', gdpr_consent: '${GDPR_CONSENT_2}' });
    expect(unfilled).toMatchObject({
      clickId: expect.any(String),
      metadataText: expect.stringContaining('Ann'),
      consent: { decision: 'granted', malformed: ['gdpr_consent'] },
    });
    expect(unfilled['metadataText']).not.toContain('GDPR');
  });

  it('of a call, a conversation, a plugin’s order and a pixel: a refusal identifies nobody', async () => {
    const call = { payoutType: 'per_call', payoutMinor: 500, minDurationSeconds: 0 } as const;
    const calls = await aClick({ type: 'call', call });
    const messages = await aClick({ type: 'direct_messaging' });
    const shop = await aClick({ pixelEnabled: true });
    const refused = { consent: 'denied' };
    const byCall = await tracking.call('POST', '/api/track/call', {
      body: {
        ...{ click_id: calls.clickId, transaction_id: newId(), duration_seconds: 60 },
        ...{ caller_hash: 'ann', ...refused },
      },
    });
    const byMessage = await tracking.call('POST', '/api/track/message', {
      body: {
        ...{ tracking_code: messages.link.trackingCode, transaction_id: newId() },
        ...{ conversation_id: newId(), ...refused },
      },
    });
    const byPlugin = await tracking.call('POST', '/api/conversions/track', {
      headers: tracking.brand(shop.campaign.brandId),
      body: {
        ...{ click_id: shop.clickId, order_reference: newId(), order_total: 10 },
        ...{ customer_email: 'ann@example.com', ...refused },
      },
    });
    for (const { status, body } of [byCall, byMessage, byPlugin]) {
      expect(status).toBe(201);
      expect(await stored(body.data.conversion_id)).toMatchObject(NOBODY);
    }
    expect(await stored(byMessage.body.data.conversion_id)).toMatchObject({
      clickId: null,
      affiliateId: messages.link.affiliateId,
    });
    const pixel = await gatewayFetch(
      'tracking',
      `${tracking.service.url}/t/pixel.gif?click_id=${shop.clickId}&transaction_id=${newId()}&order_value=1&consent=denied`,
      { headers: { referer: 'https://shop.example.com/thanks', 'user-agent': AGENT } },
    );
    expect(pixel.headers.get('x-conversion-status')).toBe('recorded');
    const byPixel = await stored(pixel.headers.get('x-conversion-id') ?? '');
    expect(byPixel).toMatchObject({ ...NOBODY, clickId: shop.clickId });
    expect(JSON.stringify(byPixel)).not.toContain('Ann');
  });

  it('of a refund: a refusal, of it or of its order, leaves its metadata out', async () => {
    const { clickId, campaign } = await aClick();
    const order = { transaction_id: newId() };
    const { body } = await direct(clickId, order);
    const refund = (refund_id: string, given: object) =>
      tracking.call('POST', '/api/track/adjustment', {
        body: {
          ...{ original_order_id: order.transaction_id, adjustment_type: 'partial_refund' },
          ...{ adjustment_amount: 1, refund_id, metadata: { by: 'Ann' } },
          ...{ brand_id: campaign.brandId, ...given },
        },
      });
    expect((await refund('r1', { consent: 'denied' })).status).toBe(200);
    expect((await refund('r2', {})).status).toBe(200);
    const { adjustments } = await stored(body.data.conversion_id);
    expect(adjustments).toMatchObject([
      { refundId: 'r1', metadataText: null },
      { refundId: 'r2', metadataText: '{"by":"Ann"}' },
    ]);
  });
});
