import { randomUUIDv7 } from 'node:crypto';
import { unauthenticated } from '@tributary/errors';
import { type GrpcServer, rpc, serveGrpc } from '@tributary/grpc';
import { openLog, openRedis, revokeTokens } from '@tributary/service/edge';
import { eventually, tokensOf } from '@tributary/testing';
import {
  type GatewayUnderTest,
  openAnother,
  openGateway,
  openUpstream,
  type Upstream,
} from '../testing/open-gateway.ts';

const API_KEY = `trk_${'A'.repeat(43)}`;
const KEY_OWNER = randomUUIDv7();
let isKeyValid = true;
let upstream: Upstream;
let grpc: GrpcServer;
let gateway: GatewayUnderTest;
const usageReports: { userId: string; level: string; used: number; limit: number }[] = [];

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ url: req.url, authorization: req.headers.authorization ?? null }));
  });
  const exchange = ({ apiKey }: { apiKey: string }) =>
    apiKey === API_KEY && isKeyValid
      ? Promise.resolve({
          accessToken: gateway.identity.tokenFor({
            id: KEY_OWNER,
            role: 'brand',
            scopes: ['payouts:read'],
          }),
          expiresIn: 120,
        })
      : Promise.reject(unauthenticated('invalid_token', { message: 'The API key is not valid' }));
  grpc = await serveGrpc({
    port: 0,
    tokens: tokensOf('identity'),
    onUnexpected: () => undefined,
    isReady: () => true,
    rpcs: [
      rpc('tributary.identity.v1.Users', 'ExchangeApiKey', exchange),
      rpc('tributary.identity.v1.Users', 'ExchangeSessionCookie', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'GetMany', () => Promise.resolve({ users: [] })),
      rpc('tributary.identity.v1.Users', 'NoteRequests', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'NoteUsage', (usage) => {
        usageReports.push(usage);
        return Promise.resolve({});
      }),
    ],
  });
  const { url } = upstream;
  gateway = await openGateway(
    { tracking: url, payout: url, notification: url, commission: url, campaign: url, webhook: url },
    {
      IDENTITY_GRPC: `127.0.0.1:${String(grpc.port)}`,
      RATE_LIMIT_API_PER_MINUTE: '20',
      API_CALLS_PER_MONTH_FREE: '5',
      CORS_ORIGINS: 'https://app.example.com',
    },
  );
});

afterAll(async () => {
  await gateway.close();
  await grpc.close(0);
  await upstream.close();
});

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a caller', () => {
  it('without a token gets 401 in the error shape of the path’s area, and reaches no service', async () => {
    const before = upstream.received.length;
    const general = await call('/api/payouts/list');
    expect(general.status).toBe(401);
    expect(general.headers.get('www-authenticate')).toBe('Bearer');
    expect(await general.json()).toEqual({
      error: 'not_authenticated',
      message: 'Not authenticated',
      detail: '',
    });
    const conversion = await call('/api/brand/conversions');
    expect(await conversion.json()).toMatchObject({
      success: false,
      data: { error: 'not_authenticated' },
    });
    const notification = await call('/api/notifications/count');
    expect(await notification.json()).toEqual({ detail: 'Not authenticated' });
    expect(upstream.received).toHaveLength(before);
  });

  it.each([
    [
      'a forged token',
      () => `Bearer ${gateway.identity.tokenFor({ role: 'brand' }).slice(0, -4)}AAAA`,
    ],
    [
      'an expired token',
      () => `Bearer ${gateway.identity.tokenFor({ role: 'brand', expiresInS: -60 })}`,
    ],
    ['another authentication scheme', () => 'Basic dXNlcjpwYXNz'],
    ['a token of 64 kB', () => `Bearer ${'x'.repeat(65_536)}`],
    ['an unknown API key', () => `Bearer trk_${'B'.repeat(43)}`],
    ['a malformed API key', () => 'Bearer trk_short'],
  ])('with %s gets 401, and reaches no service', async (_case, authorization) => {
    const before = upstream.received.length;
    const got = await call('/api/payouts/list', { authorization: authorization() });
    expect(got.status).toBe(401);
    expect(await got.json()).toMatchObject({ error: 'invalid_token' });
    expect(upstream.received).toHaveLength(before);
  });

  it('with a token reaches the service, which receives the same token', async () => {
    const token = gateway.identity.tokenFor({ role: 'affiliate' });
    const got = await call('/api/payouts/list?limit=1', bearer(token));
    expect(await got.json()).toEqual({
      url: '/api/payouts/list?limit=1',
      authorization: `Bearer ${token}`,
    });
  });

  it('needs no token on a public path, and may have an invalid one', async () => {
    for (const path of [
      '/r/x',
      '/t/pixel.gif',
      '/api/track/conversion',
      '/api/payouts/callbacks/x',
    ]) {
      expect((await call(path)).status).toBe(200);
      expect((await call(path, { authorization: 'Bearer nonsense' })).status).toBe(200);
    }
  });

  it('is refused within 5 s of the revocation of their tokens', async () => {
    const id = randomUUIDv7();
    const token = gateway.identity.tokenFor({ id, role: 'brand' });
    expect((await call('/api/payouts/list', bearer(token))).status).toBe(200);
    const redis = await openRedis(
      { url: gateway.env['REDIS_URL'] ?? '' },
      openLog('gateway', 'error'),
    );
    const nowS = Math.floor(Date.now() / 1000) + 1;
    await revokeTokens(redis, gateway.env['NAMESPACE'] ?? '', { userId: id, nowS, lifetimeS: 900 });
    redis.disconnect();
    const began = performance.now();
    await eventually(async () => (await call('/api/payouts/list', bearer(token))).status === 401, {
      everyMs: 400,
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('an API key', () => {
  it('is exchanged for a token, so that services receive tokens only', async () => {
    const got = (await (await call('/api/payouts/list', bearer(API_KEY))).json()) as {
      authorization: string;
    };
    expect(got.authorization).not.toContain('trk_');
    const payload = got.authorization.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      sub: KEY_OWNER,
      scopes: ['payouts:read'],
    });
  });

  it('is refused within 5 s of its deletion', async () => {
    expect((await call('/api/payouts/list', bearer(API_KEY))).status).toBe(200);
    isKeyValid = false;
    try {
      const began = performance.now();
      const isRefused = async () => (await call('/api/webhooks/x', bearer(API_KEY))).status === 401;
      await eventually(isRefused, { everyMs: 500 });
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      isKeyValid = true;
    }
  });
});

describe('the rate limit of a user', () => {
  it('applies exactly across two gateways, and reports the remaining calls', async () => {
    const other = await openAnother(gateway);
    try {
      const headers = gateway.identity.headersFor({ id: randomUUIDv7(), role: 'affiliate' });
      const urls = [gateway.url, other.url];
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          fetch(`${urls[index % 2] ?? ''}/api/payouts/list`, { headers }),
        ),
      );
      const passed = all.filter(({ status }) => status === 200);
      expect(passed).toHaveLength(20);
      const remaining = passed.map((response) =>
        Number(response.headers.get('ratelimit-remaining')),
      );
      expect(remaining.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, index) => index),
      );
      for (const refused of all.filter(({ status }) => status === 429)) {
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(refused.headers.get('ratelimit-limit')).toBe('20');
        expect(await refused.json()).toMatchObject({ error: 'rate_limit_exceeded' });
      }
    } finally {
      await other.close();
    }
  });

  it('also applies per month, and identity receives a report at 80 % and at 100 %', async () => {
    const id = randomUUIDv7();
    const headers = gateway.identity.headersFor({ id, role: 'brand', plan: 'free' });
    const callApi = () => call('/api/payouts/list', headers);
    const levels = () =>
      usageReports.filter(({ userId }) => userId === id).map(({ level }) => level);
    for (let i = 0; i < 4; i += 1) expect((await callApi()).status).toBe(200);
    await eventually(() => levels().length === 1);
    expect((await callApi()).status).toBe(200);
    const refused = await callApi();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: 'quota_exceeded' });
    await eventually(() => levels().length === 2);
    expect(levels()).toEqual(['neared', 'reached']);
    const upgraded = gateway.identity.headersFor({ id, role: 'brand', plan: 'pro' });
    expect((await call('/api/payouts/list', upgraded)).status).toBe(200);
  });

  it('does not count public calls', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => call('/r/x')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
  });
});
