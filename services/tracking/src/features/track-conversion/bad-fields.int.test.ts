import fc from 'fast-check';
import { KIB, MIB } from '@tributary/units';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

/** Values that are invalid in nearly every field of every call. */
const invalidValues: readonly (readonly [name: string, json: string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['an empty object', '{}'],
  ['an empty array in an array', '[[]]'],
  ['an operator', '{"$gt":""}'],
  ['$where', '{"$where":"sleep(1000)"}'],
  ['a prototype key', '{"__proto__":{"admin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
  ['a lone surrogate', '"\\ud800"'],
  ['NUL', '"a\\u0000b"'],
  ['an empty text', '""'],
  ['a text of 1,500 characters', `"${'x'.repeat(1_500)}"`],
  ['depth 3,000', `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
  ['an object of depth 3,000', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ['a repeated name within', '{"a":1,"\\u0061":2}'],
  ['negative', '-1'],
  ['negative as text', '"-1"'],
  ['zero', '0'],
  ['negative zero', '-0'],
  ['huge', '1e300'],
  ['NaN as text', '"NaN"'],
  ['Infinity as text', '"Infinity"'],
  ['a fraction of a cent', '0.001'],
  ['a number', '1'],
  ['text', '"XYZ"'],
  ['a currency in lower case', '"usd"'],
  ['a future time', '"2999-01-01T00:00:00Z"'],
  ['a time in the distant past', '"1997-01-01T00:00:00Z"'],
];
const plainTexts = [
  'NaN as text',
  'Infinity as text',
  'text',
  'a currency in lower case',
  'negative as text',
  'a future time',
  'a time in the distant past',
];

/** The values that are valid in certain fields. */
const validValues: Readonly<Record<string, readonly string[]>> = {
  metadata: ['an empty object', 'an operator', '$where', 'a prototype key', 'a constructor'],
  custom_parameters: [
    'an empty object',
    'an operator',
    '$where',
    'a prototype key',
    'a constructor',
  ],
  referer_url: ['a text of 1,500 characters'],
  // Valid or invalid by the order's currency, which is known only for signed calls.
  adjustment_amount: ['huge', 'a fraction of a cent', 'a number', 'zero'],
  order_value: ['a number', 'zero'],
  coupon_code: ['an empty text'],
  order_total: ['a number', 'zero'],
  commission_amount: ['a number', 'zero'],
  duration_seconds: ['a number', 'zero'],
  quantity: ['a number'],
  // The price's characters are not signed, so that only the number counts.
  price: ['a number', 'zero', 'negative zero'],
};
/** Fields with arbitrary text. */
const textFields = new Set([
  'coupon_code',
  'transaction_id',
  'order_id',
  'customer_id',
  'order_reference',
  'platform',
  'refund_id',
  'original_order_id',
  'conversation_id',
  'caller_hash',
  'tracking_code',
  'sku',
  'name',
  'category',
]);

const isValid = (field: string, what: string): boolean =>
  validValues[field]?.includes(what) === true ||
  (textFields.has(field) && plainTexts.includes(what));

interface Way {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Record<string, string>;
}

describe('invalid values in every field of every call', () => {
  let tracking: Tracking;
  let ways: Readonly<Record<string, Way>>;
  beforeAll(async () => {
    tracking = await openTracking();
    const { link, campaign } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const brand = tracking.brand(campaign.brandId);
    const contact = { click_id: clickId, transaction_id: 't' };
    ways = {
      direct: {
        path: '/api/track/conversion',
        body: {
          ...contact,
          order_value: 10,
          order_id: 'o',
          currency: 'USD',
          conversion_type: 'sale',
          customer_email: 'ann@example.com',
          customer_id: 'c',
          coupon_code: 'ANNA10',
          referer_url: 'https://example.com/',
          products: [{ sku: 's', name: 'n', quantity: 1, price: 1 }],
          metadata: { a: 1 },
          conversion_timestamp: new Date().toISOString(),
          signature: 'x',
        },
      },
      postback: {
        path: '/api/track/postback/source_a',
        body: {
          tracking_code: link.trackingCode,
          coupon_code: 'ANNA10',
          order_id: 'o',
          order_value: 10,
          currency: 'USD',
          custom_parameters: { a: 1 },
          signature: 'x',
        },
      },
      plugin: {
        path: '/api/conversions/track',
        body: {
          click_id: clickId,
          order_reference: 'o',
          order_total: 10,
          currency: 'USD',
          platform: 'shop',
          coupon_code: 'ANNA10',
          customer_email: 'ann@example.com',
          commission_amount: 1,
          affiliate_id: link.affiliateId,
          campaign_id: campaign.campaignId,
        },
        headers: brand,
      },
      adjustment: {
        path: '/api/track/adjustment',
        body: {
          original_order_id: 'nothing',
          adjustment_type: 'partial_refund',
          adjustment_amount: 1,
          refund_id: 'r',
          currency: 'USD',
          metadata: { a: 1 },
          signature: 'x',
        },
      },
      call: {
        path: '/api/track/call',
        body: {
          ...contact,
          duration_seconds: 60,
          caller_hash: 'h',
          started_at: new Date().toISOString(),
          signature: 'x',
        },
      },
      message: {
        path: '/api/track/message',
        body: { ...contact, conversation_id: 'c', signature: 'x' },
      },
    };
  });
  afterAll(() => tracking.close());
  afterEach(async () => {
    expect(await tracking.collection('conversions').countDocuments()).toBe(0);
    // The projection of clicks has events of its own.
    const topic = 'tracking.conversions';
    expect(await tracking.collection('outbox').countDocuments({ 'events.topic': topic })).toBe(0);
  });

  /** The body with the JSON text of one field replaced, because JavaScript values cannot express all of it. */
  const withField = (body: object, field: string, json: string): string => {
    const mark = '"@@"';
    return JSON.stringify({ ...body, [field]: '@@' }).replace(mark, () => json);
  };
  const send = ({ path, headers = {} }: Way, body: string) =>
    tracking.call('POST', path, { body, headers });

  it.each(['direct', 'postback', 'plugin', 'adjustment', 'call', 'message'])(
    '%s: 400 naming the field, nothing stored, no 5xx',
    async (name) => {
      const way = ways[name]!;
      const wrong: string[] = [];
      for (const field of Object.keys(way.body)) {
        for (const [what, json] of invalidValues) {
          if (isValid(field, what)) continue;
          const answered = await send(way, withField(way.body, field, json));
          const isSigned = field === 'signature' && answered.status === 401;
          const named = answered.status === 400 && JSON.stringify(answered.body).includes(field);
          if (!named && !isSigned) wrong.push(`${field} ${what}: ${String(answered.status)}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('each field of a product: 400 naming it', async () => {
    const way = ways['direct']!;
    const product = { sku: 's', name: 'n', quantity: 1, price: 1, category: 'c' };
    const wrong: string[] = [];
    for (const field of Object.keys(product)) {
      for (const [what, json] of [...invalidValues, ['missing', undefined] as const]) {
        if (isValid(field, what) || (what === 'missing' && field === 'category')) continue;
        const { [field as keyof typeof product]: _left, ...others } = product;
        const item = json === undefined ? JSON.stringify(others) : withField(product, field, json);
        const answered = await send(way, withField(way.body, 'products', `[${item}]`));
        const path = `"products.0.${field}`;
        const named = answered.status === 400 && JSON.stringify(answered.body).includes(path);
        if (!named) wrong.push(`${field} ${what}: ${String(answered.status)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['direct', 'metadata'],
    ['postback', 'custom_parameters'],
    ['plugin', 'platform'],
    ['adjustment', 'metadata'],
    ['call', 'caller_hash'],
    ['message', 'conversation_id'],
  ])('%s with 1 MB in %s: 413, or 400 below the size limit', async (name, field) => {
    const way = ways[name]!;
    const filled = (characters: number) => {
      const text = `"${'x'.repeat(characters)}"`;
      const isObject = typeof way.body[field] === 'object';
      return withField(way.body, field, isObject ? `{"a":${text}}` : text);
    };
    const tooLarge = await send(way, filled(MIB));
    expect(tooLarge).toMatchObject({ status: 413, body: { data: { error: 'body_too_large' } } });
    const large = await send(way, filled(90 * KIB));
    expect(large.status).toBe(400);
    expect(large.body.data.fields.map(({ path }) => path)).toEqual([field]);
  });

  it.each([
    ['direct', ['click_id', 'transaction_id', 'order_value']],
    ['postback', ['tracking_code', 'order_id', 'order_value']],
    ['plugin', ['order_reference', 'order_total']],
    ['adjustment', ['original_order_id', 'adjustment_type']],
    ['call', ['transaction_id', 'duration_seconds']],
    ['message', ['transaction_id', 'conversation_id']],
  ])('%s without a required field: 400 naming it', async (name, required) => {
    const way = ways[name]!;
    for (const field of required) {
      const answered = await send(way, JSON.stringify({ ...way.body, [field]: undefined }));
      expect([field, answered.status]).toEqual([field, 400]);
      expect(answered.body.data.fields.map(({ path }) => path)).toContain(field);
    }
  });

  it.each(['direct', 'postback', 'plugin', 'adjustment', 'call', 'message'])(
    '%s with a repeated name: 400 naming it',
    async (name) => {
      const way = ways[name]!;
      const wrong: string[] = [];
      for (const [field, value] of Object.entries(way.body)) {
        const twice = `{${JSON.stringify(field)}:${JSON.stringify(value)},`;
        const answered = await send(way, JSON.stringify(way.body).replace('{', twice));
        const named = JSON.stringify(answered.body).includes(field);
        if (answered.status !== 400 || !named) wrong.push(`${field}: ${String(answered.status)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('any other JSON gets a documented error, and nothing is stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('direct', 'postback', 'plugin', 'adjustment', 'call', 'message'),
        fc.json({ maxDepth: 3 }),
        async (name, json) => {
          const answered = await send(ways[name]!, json);
          expect(answered.status).toBe(400);
          expect(answered.body).toMatchObject({
            success: false,
            data: { error: expect.any(String) },
            message: expect.any(String),
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});
