import { openTracking, sign, type Tracking } from '../testing/open-tracking.ts';

const SECRETS = {
  POSTBACK_SECRET_DIRECT: 'live-secret-of-direct-calls-with-32-characters',
  POSTBACK_SECRET_SOURCE_A: 'live-secret-of-source-a-with-32-characters',
  POSTBACK_SECRET_SOURCE_B: 'live-secret-of-source-b-with-32-characters',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  ...SECRETS,
  TRACKING_SECRETS_KEY: 'live-tracking-secrets-key-with-32-characters',
  VISITOR_COOKIE_KEY: 'live-visitor-cookie-key-with-32-characters',
  EMAIL_PEPPER: 'live-email-pepper-with-32-characters',
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
};
const call = { payoutType: 'per_call', payoutMinor: 100, minDurationSeconds: 0 } as const;

interface Way {
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly secret: string;
  /** The parts of the signed text, in order. */
  readonly parts: readonly string[];
}

interface Attempt {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly signature?: string;
}

const last = (parts: readonly string[]) => parts.at(-1) ?? '';
const swapped = ([first = '', second = '', ...rest]: readonly string[]) => [second, first, ...rest];

/** The wrong signatures to try on one route. */
function forgeries({ name, path, body, secret, parts }: Way): Attempt[] {
  const text = parts.join('.');
  const right = sign(secret, text);
  const json = JSON.stringify(body);
  const by = (what: string, signature: string | undefined, sent = json): Attempt => ({
    name: `${name}: ${what}`,
    path,
    body: sent,
    ...(signature === undefined ? {} : { signature }),
  });
  const inBody = (what: string, signature: unknown): Attempt =>
    by(what, undefined, JSON.stringify({ ...body, signature }));
  return [
    by('no signature', undefined),
    by('an empty one', ''),
    by('upper-case hex', right.toUpperCase()),
    by('one character short', right.slice(1)),
    by('half of it', right.slice(0, 32)),
    by('one character more', `${right}0`),
    by('twice itself', right + right),
    by('two by a comma', `${right}, ${right}`),
    by('with sha256= before it', `sha256=${right}`),
    by('base64', Buffer.from(right, 'hex').toString('base64')),
    by('base64url', Buffer.from(right, 'hex').toString('base64url')),
    by('its last bit flipped', right.slice(0, -1) + (right.endsWith('0') ? '1' : '0')),
    by('zeros', '0'.repeat(64)),
    by('not hex', 'g'.repeat(64)),
    by('another network’s secret', sign('live-secret-of-source-b-with-32-characters', text)),
    by('the secret with a newline', sign(`${secret}\n`, text)),
    by('an empty secret', sign('', text)),
    by('the development secret', sign('dev-secret-direct', text)),
    by('the text with a newline', sign(secret, `${text}\n`)),
    by('parts in another order', sign(secret, swapped(parts).join('.'))),
    by('parts without dots', sign(secret, parts.join(''))),
    by('parts by other signs', sign(secret, parts.join('|'))),
    by('one part short', sign(secret, parts.slice(0, -1).join('.'))),
    by('an empty part more', sign(secret, `${text}.`)),
    by('the whole body signed', sign(secret, json)),
    by('another last part', sign(secret, [...parts.slice(0, -1), `${last(parts)}1`].join('.'))),
    inBody('in the body, wrong', sign('wrong', text)),
    inBody('in the body, upper-case', right.toUpperCase()),
    { ...inBody('contradicting each other', right), signature: sign('wrong', text) },
    { ...inBody('contradicting, the header right', sign('wrong', text)), signature: right },
  ];
}

describe('forged, malformed, truncated, re-encoded and re-ordered calls', () => {
  let tracking: Tracking;
  let ways: readonly Way[];
  beforeAll(async () => {
    tracking = await openTracking(PRODUCTION);
    const { link } = tracking.aLinkTo({ campaign: { call } });
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const code = link.trackingCode;
    ways = [
      {
        name: 'direct',
        path: '/api/track/conversion',
        body: { click_id: clickId, transaction_id: 'tx', order_value: 10 },
        secret: SECRETS.POSTBACK_SECRET_DIRECT,
        parts: [clickId, 'tx', '10'],
      },
      {
        name: 'postback',
        path: '/api/track/postback/source_a',
        body: { tracking_code: code, order_id: 'o', order_value: '10.00' },
        secret: SECRETS.POSTBACK_SECRET_SOURCE_A,
        parts: [code, 'o', '10.00'],
      },
      {
        name: 'call',
        path: '/api/track/call',
        body: { click_id: clickId, transaction_id: 'c', duration_seconds: 60 },
        secret: SECRETS.POSTBACK_SECRET_DIRECT,
        parts: [clickId, 'c', '60'],
      },
      {
        name: 'adjustment',
        path: '/api/track/adjustment',
        body: {
          original_order_id: 'known',
          adjustment_type: 'partial_refund',
          adjustment_amount: 1,
        },
        secret: SECRETS.POSTBACK_SECRET_DIRECT,
        parts: ['known', 'partial_refund', '1'],
      },
    ];
    const known = { click_id: clickId, transaction_id: 'known', order_value: 10 };
    const text = `${clickId}.known.10`;
    const stored = await send({
      name: '',
      path: '/api/track/conversion',
      body: JSON.stringify(known),
      signature: sign(SECRETS.POSTBACK_SECRET_DIRECT, text),
    });
    expect(stored.status).toBe(201);
  });
  afterAll(() => tracking.close());

  const send = ({ path, body, signature }: Attempt) =>
    tracking.call('POST', path, {
      body,
      headers: signature === undefined ? {} : { 'x-service-signature': signature },
    });

  it('are all refused, at least 60, and nothing is stored', async () => {
    const attempts = ways.flatMap(forgeries);
    expect(attempts.length).toBeGreaterThanOrEqual(60);
    const accepted: string[] = [];
    for (const attempt of attempts) {
      const { status, body } = await send(attempt);
      if (status !== 401 || body.success) accepted.push(`${attempt.name}: ${String(status)}`);
    }
    expect(accepted).toEqual([]);
    const rows = tracking.collection('conversions');
    expect(await rows.countDocuments()).toBe(1);
    expect(await rows.countDocuments({ refundedMinor: 0 })).toBe(1);
  });

  it('are refused where a signed value is written differently, or repeated', async () => {
    const [direct] = ways;
    const { path, secret, parts } = direct!;
    const [clickId = ''] = parts;
    const right = sign(secret, parts.join('.'));
    const written = (value: string) =>
      `{"click_id":"${clickId}","transaction_id":"tx","order_value":${value}}`;
    const others = ['1e1', '10.0', '10.000', '"10.0"', '1.0e1', '11', '"1e1"'];
    for (const value of others) {
      const answered = await send({ name: value, path, body: written(value), signature: right });
      expect([value, answered.status]).toEqual([value, value.includes('.000') ? 400 : 401]);
    }
    const twice = written('10').replace('}', ',"order_value":9999}');
    const bom = `\ufeff${written('10')}`;
    const escaped = written('10').replace('}', ',"order\\u005fvalue":9999}');
    for (const body of [twice, bom, escaped]) {
      expect((await send({ name: '', path, body, signature: right })).status).toBe(400);
    }
    const moved = written('10').replace('"tx"', '"tx.1"');
    const ambiguous = sign(secret, `${clickId}.tx.1.10`);
    const answered = await send({ name: '', path, body: moved, signature: ambiguous });
    expect(answered.body.data.error).toBe('ambiguous_signed_text');
  });

  it('are accepted with the right signature by header or field, and a replay changes nothing', async () => {
    for (const { name, path, body, secret, parts } of ways) {
      const signature = sign(secret, parts.join('.'));
      const byHeader = await send({ name, path, body: JSON.stringify(body), signature });
      expect([200, 201]).toContain(byHeader.status);
      if (name === 'adjustment') {
        const replayed = await send({ name, path, body: JSON.stringify({ ...body, signature }) });
        expect([replayed.status, replayed.body]).toEqual([200, byHeader.body]);
        const order = await tracking.collection('conversions').findOne({ orderId: 'known' });
        expect(order).toMatchObject({ refundedMinor: 100 });
        continue;
      }
      const before = await tracking.collection('conversions').countDocuments();
      const replayed = await send({ name, path, body: JSON.stringify({ ...body, signature }) });
      expect(replayed.body.data.conversion_id).toBe(byHeader.body.data.conversion_id);
      expect(replayed.status).toBe(409);
      expect(await tracking.collection('conversions').countDocuments()).toBe(before);
    }
  });
});
