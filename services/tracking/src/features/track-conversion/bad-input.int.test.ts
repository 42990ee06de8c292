import { randomUUIDv7 } from 'node:crypto';
import { MIB } from '@tributary/units';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';

const OPERATOR = { $gt: '' };

describe('invalid calls are refused, and nothing is stored', () => {
  let tracking: Tracking;
  let clickId: string;
  let code: string;
  beforeAll(async () => {
    tracking = await openTracking();
    const { link } = tracking.aLinkTo();
    code = link.trackingCode;
    clickId = tracking.clickIdOf(await tracking.follow(code));
  });
  afterAll(async () => {
    await tracking.close();
  });
  afterEach(async () => {
    expect(await tracking.collection('conversions').countDocuments()).toBe(0);
    // The projection of clicks has events of its own.
    const topic = 'tracking.conversions';
    expect(await tracking.collection('outbox').countDocuments({ 'events.topic': topic })).toBe(0);
  });

  const direct = (change: object) =>
    JSON.stringify({ click_id: clickId, transaction_id: 't', order_value: 10, ...change });
  const deep = JSON.parse('{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)) as object;
  const product = { sku: 's', name: 'n', quantity: 1, price: 1 };

  const directCases: [name: string, change: object, field: string][] = [
    ['click_id missing', { click_id: undefined }, 'click_id'],
    ['click_id null', { click_id: null }, 'click_id'],
    ['click_id no UUID', { click_id: 'x' }, 'click_id'],
    ['click_id an operator', { click_id: OPERATOR }, 'click_id'],
    ['transaction_id missing', { transaction_id: undefined }, 'transaction_id'],
    ['transaction_id empty', { transaction_id: '' }, 'transaction_id'],
    ['transaction_id a number', { transaction_id: 1 }, 'transaction_id'],
    ['transaction_id an operator', { transaction_id: OPERATOR }, 'transaction_id'],
    ['transaction_id too long', { transaction_id: 'x'.repeat(256) }, 'transaction_id'],
    ['transaction_id with NUL', { transaction_id: 'a\0b' }, 'transaction_id'],
    ['transaction_id a lone surrogate', { transaction_id: '\ud800' }, 'transaction_id'],
    ['order_value missing', { order_value: undefined }, 'order_value'],
    ['order_value null', { order_value: null }, 'order_value'],
    ['order_value an array', { order_value: [1] }, 'order_value'],
    ['order_value an operator', { order_value: OPERATOR }, 'order_value'],
    ['order_value true', { order_value: true }, 'order_value'],
    ['order_value negative', { order_value: -1 }, 'order_value'],
    ['order_value NaN-like', { order_value: 'NaN' }, 'order_value'],
    ['order_value hexadecimal', { order_value: '0x10' }, 'order_value'],
    ['order_value with spaces', { order_value: ' 10' }, 'order_value'],
    ['order_value with a comma', { order_value: '1,5' }, 'order_value'],
    ['order_value of three decimals', { order_value: 1.005 }, 'order_value'],
    ['order_value huge', { order_value: 1e30 }, 'order_value'],
    ['yen with decimals', { order_value: '1.5', currency: 'JPY' }, 'order_value'],
    ['order_id null', { order_id: null }, 'order_id'],
    ['order_id an object', { order_id: {} }, 'order_id'],
    ['currency unknown', { currency: 'XYZ' }, 'currency'],
    ['currency in lower case', { currency: 'usd' }, 'currency'],
    ['currency a number', { currency: 1 }, 'currency'],
    ['conversion_type unknown', { conversion_type: 'gift' }, 'conversion_type'],
    ['customer_email no address', { customer_email: 'ann' }, 'customer_email'],
    ['customer_id an object', { customer_id: OPERATOR }, 'customer_id'],
    ['referer_url no URL', { referer_url: 'javascript:alert(1)' }, 'referer_url'],
    ['products no array', { products: {} }, 'products'],
    ['quantity zero', { products: [{ ...product, quantity: 0 }] }, 'products.0.quantity'],
    ['quantity a fraction', { products: [{ ...product, quantity: 1.5 }] }, 'products.0.quantity'],
    ['price negative', { products: [{ ...product, price: -1 }] }, 'products.0.price'],
    ['price of three decimals', { products: [{ ...product, price: 0.001 }] }, 'products.0.price'],
    ['sku missing', { products: [{ ...product, sku: undefined }] }, 'products.0.sku'],
    ['too many products', { products: Array(101).fill(product) }, 'products'],
    ['metadata an array', { metadata: [] }, 'metadata'],
    ['metadata too large', { metadata: { a: 'x'.repeat(20_000) } }, 'metadata'],
    ['metadata too deep', { metadata: deep }, 'metadata'],
    ['timestamp no time', { conversion_timestamp: 'yesterday' }, 'conversion_timestamp'],
    ['timestamp ahead', { conversion_timestamp: '2999-01-01T00:00:00Z' }, 'conversion_timestamp'],
    ['timestamp ancient', { conversion_timestamp: '1997-01-01T00:00:00Z' }, 'conversion_timestamp'],
    ['signature a number', { signature: 1 }, 'signature'],
  ];
  it.each(directCases)('direct: %s', async (_name, change, field) => {
    const answered = await tracking.call('POST', '/api/track/conversion', { body: direct(change) });
    expect(answered).toMatchObject({
      status: 400,
      body: { success: false, data: { error: 'invalid_request' } },
    });
    const { fields } = answered.body.data;
    expect(fields.map(({ path }) => path)).toContain(field);
  });

  const rawCases: [name: string, body: string, status: number, code: string][] = [
    ['no JSON', '{', 400, 'malformed_json'],
    ['a byte order mark', '\ufeff{}', 400, 'malformed_json'],
    ['an array', '[]', 400, 'invalid_request'],
    ['a string', '"x"', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['NaN', '{"order_value":NaN}', 400, 'malformed_json'],
    ['1e400', '{"order_value":1e400}', 400, 'invalid_request'],
  ];
  it.each(rawCases)('direct: a body that is %s', async (_name, body, status, error) => {
    const answered = await tracking.call('POST', '/api/track/conversion', { body });
    expect(answered).toMatchObject({ status, body: { success: false, data: { error } } });
  });

  it('a repeated name, escaped or not', async () => {
    const twice = direct({}).replace('{', '{"order_value":1,');
    const escaped = direct({}).replace('{', '{"order\\u005fvalue":1,');
    for (const body of [twice, escaped]) {
      const answered = await tracking.call('POST', '/api/track/conversion', { body });
      expect(answered.status).toBe(400);
      expect(answered.body.data.fields[0]?.path).toBe('order_value');
    }
  });

  it('1 MB and another content type', async () => {
    const large = direct({ metadata: { a: 'x'.repeat(MIB) } });
    const answered = await tracking.call('POST', '/api/track/conversion', { body: large });
    expect(answered).toMatchObject({ status: 413, body: { data: { error: 'body_too_large' } } });
    const form = await tracking.call('POST', '/api/track/conversion', {
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
  });

  it('unknown clicks, codes, sources and orders', async () => {
    const unknown = await tracking.call('POST', '/api/track/conversion', {
      body: direct({ click_id: randomUUIDv7() }),
    });
    expect(unknown).toMatchObject({ status: 404, body: { data: { error: 'click_not_found' } } });
    const postback = (source: string, tracking_code: string) =>
      tracking.call('POST', `/api/track/postback/${source}`, {
        body: { tracking_code, order_id: 'o', order_value: 1 },
      });
    expect(await postback('source_a', 'unknown')).toMatchObject({
      status: 404,
      body: { data: { error: 'tracking_code_not_found' } },
    });
    expect((await postback('source_z', code)).status).toBe(404);
    expect((await postback('source_a', 'a.b')).status).toBe(400);
    const refund = { original_order_id: 'nothing', adjustment_type: 'refund' };
    expect(await tracking.call('POST', '/api/track/adjustment', { body: refund })).toMatchObject({
      status: 404,
      body: { data: { error: 'order_not_found' } },
    });
  });

  it('campaigns that are drafts or archived', async () => {
    for (const status of ['draft', 'archived'] as const) {
      const { link } = tracking.aLinkTo({ campaign: { status } });
      const answered = await tracking.call('POST', '/api/track/postback/source_b', {
        body: { tracking_code: link.trackingCode, order_id: 'o', order_value: 1 },
      });
      expect(answered).toMatchObject({
        status: 400,
        body: { data: { error: 'campaign_not_active' } },
      });
    }
  });

  it('wrong signatures, also outside production', async () => {
    const text = `${clickId}.t.10`;
    const right = sign('dev-secret-direct', text);
    const wrong = [
      '',
      right.toUpperCase(),
      right.slice(1),
      `${right}0`,
      Buffer.from(right, 'hex').toString('base64'),
      sign('dev-secret-source-a', text),
      sign('dev-secret-direct\n', text),
      sign('dev-secret-direct', `t.${clickId}.10`),
      sign('dev-secret-direct', `${clickId}.t.10.0`),
      sign('dev-secret-direct', `${clickId}.t.1e1`),
    ];
    for (const signature of wrong) {
      const byHeader = await tracking.call('POST', '/api/track/conversion', {
        body: direct({}),
        headers: { 'x-service-signature': signature },
      });
      const byField = await tracking.call('POST', '/api/track/conversion', {
        body: direct({ signature }),
      });
      expect([byHeader.status, byField.status]).toEqual([401, 401]);
    }
    const contradicting = await tracking.call('POST', '/api/track/conversion', {
      body: direct({ signature: right }),
      headers: { 'x-service-signature': sign('dev-secret-direct', 'x') },
    });
    expect(contradicting).toMatchObject({
      status: 401,
      body: { success: false, data: { error: 'invalid_signature' } },
    });
  });

  it('an ambiguous signed text', async () => {
    const answered = await tracking.call('POST', '/api/track/conversion', {
      body: JSON.stringify({ click_id: clickId, transaction_id: 't.1', order_value: 5 }),
      headers: { 'x-service-signature': sign('dev-secret-direct', `${clickId}.t.1.5`) },
    });
    expect(answered).toMatchObject({
      status: 400,
      body: { data: { error: 'ambiguous_signed_text' } },
    });
  });
});
