import { randomUUIDv7 } from 'node:crypto';
import { unauthenticated } from '@tributary/errors';
import { type GrpcServer, rpc, serveGrpc } from '@tributary/grpc';
import { openLog, openRedis, revokeTokens } from '@tributary/service/edge';
import { eventually } from '@tributary/testing';
import {
  bytesOf,
  type GatewayUnderTest,
  open,
  openAnother,
  openGateway,
  openUpstream,
  type Upstream,
} from '../testing/open-gateway.ts';

const API_KEY = `trk_${'A'.repeat(43)}`;
const KEY_OWNER = randomUUIDv7();
let keyWorks = true;
let upstream: Upstream;
let grpc: GrpcServer;
let gateway: GatewayUnderTest;
const usages: { userId: string; level: string; used: number; limit: number }[] = [];

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ url: req.url, authorization: req.headers.authorization ?? null }));
  });
  const exchange = ({ apiKey }: { apiKey: string }) =>
    apiKey === API_KEY && keyWorks
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
    onUnexpected: () => undefined,
    isReady: () => true,
    rpcs: [
      rpc('tributary.identity.v1.Users', 'ExchangeApiKey', exchange),
      rpc('tributary.identity.v1.Users', 'GetMany', () => Promise.resolve({ users: [] })),
      rpc('tributary.identity.v1.Users', 'NoteUsage', (usage) => {
        usages.push(usage);
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

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a caller', () => {
  it('without a token gets 401 in the area’s shape, and reaches no service', async () => {
    const before = upstream.received.length;
    const general = await ask('/api/payouts/list');
    expect(general.status).toBe(401);
    expect(general.headers.get('www-authenticate')).toBe('Bearer');
    expect(await general.json()).toEqual({
      error: 'not_authenticated',
      message: 'Not authenticated',
      detail: '',
    });
    const conversion = await ask('/api/brand/conversions');
    expect(await conversion.json()).toMatchObject({
      success: false,
      data: { error: 'not_authenticated' },
    });
    const notification = await ask('/api/notifications/count');
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
    ['another scheme', () => 'Basic dXNlcjpwYXNz'],
    ['a token of 64 kB', () => `Bearer ${'x'.repeat(65_536)}`],
    ['an unknown API key', () => `Bearer trk_${'B'.repeat(43)}`],
    ['an API key of wrong form', () => 'Bearer trk_short'],
  ])('with %s gets 401, and reaches no service', async (_case, authorization) => {
    const before = upstream.received.length;
    const got = await ask('/api/payouts/list', { authorization: authorization() });
    expect(got.status).toBe(401);
    expect(await got.json()).toMatchObject({ error: 'invalid_token' });
    expect(upstream.received).toHaveLength(before);
  });

  it('with a token reaches the service, which gets to see the same token', async () => {
    const token = gateway.identity.tokenFor({ role: 'affiliate' });
    const got = await ask('/api/payouts/list?limit=1', bearer(token));
    expect(await got.json()).toEqual({
      url: '/api/payouts/list?limit=1',
      authorization: `Bearer ${token}`,
    });
  });

  it('needs none where the path is public, and may have a bad one', async () => {
    for (const path of [
      '/r/x',
      '/t/pixel.gif',
      '/api/track/conversion',
      '/api/payouts/callbacks/x',
    ]) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, { authorization: 'Bearer nonsense' })).status).toBe(200);
    }
  });

  it('whose tokens were revoked is out within 5 s', async () => {
    const id = randomUUIDv7();
    const token = gateway.identity.tokenFor({ id, role: 'brand' });
    expect((await ask('/api/payouts/list', bearer(token))).status).toBe(200);
    const redis = await openRedis(gateway.env['REDIS_URL'] ?? '', openLog('gateway', 'error'));
    const nowS = Math.floor(Date.now() / 1000) + 1;
    await revokeTokens(redis, gateway.env['NAMESPACE'] ?? '', { userId: id, nowS, lifetimeS: 900 });
    redis.disconnect();
    const began = performance.now();
    await eventually(async () => (await ask('/api/payouts/list', bearer(token))).status === 401, {
      everyMs: 400,
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('an API key', () => {
  it('is traded for a token, so that services see tokens only', async () => {
    const got = (await (await ask('/api/payouts/list', bearer(API_KEY))).json()) as {
      authorization: string;
    };
    expect(got.authorization).not.toContain('trk_');
    const payload = got.authorization.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      sub: KEY_OWNER,
      scopes: ['payouts:read'],
    });
  });

  it('that was deleted is out within 5 s', async () => {
    expect((await ask('/api/payouts/list', bearer(API_KEY))).status).toBe(200);
    keyWorks = false;
    try {
      const began = performance.now();
      const out = async () => (await ask('/api/webhooks/x', bearer(API_KEY))).status === 401;
      await eventually(out, { everyMs: 500 });
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      keyWorks = true;
    }
  });
});

describe('the limit of calls per user', () => {
  it('holds over two gateways to the call, and says how much is left', async () => {
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
      const left = passed.map((answered) => Number(answered.headers.get('ratelimit-remaining')));
      expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, left) => left));
      for (const refused of all.filter(({ status }) => status === 429)) {
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(refused.headers.get('ratelimit-limit')).toBe('20');
        expect(await refused.json()).toMatchObject({ error: 'rate_limit_exceeded' });
      }
    } finally {
      await other.close();
    }
  });

  it('is one of the plan’s month too, of which identity is told at 80 % and at the end', async () => {
    const id = randomUUIDv7();
    const headers = gateway.identity.headersFor({ id, role: 'brand', plan: 'free' });
    const call = () => ask('/api/payouts/list', headers);
    const levels = () => usages.filter(({ userId }) => userId === id).map(({ level }) => level);
    for (let i = 0; i < 4; i += 1) expect((await call()).status).toBe(200);
    await eventually(() => levels().length === 1);
    expect((await call()).status).toBe(200);
    const refused = await call();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: 'quota_exceeded' });
    await eventually(() => levels().length === 2);
    expect(levels()).toEqual(['neared', 'reached']);
    const upgraded = gateway.identity.headersFor({ id, role: 'brand', plan: 'pro' });
    expect((await ask('/api/payouts/list', upgraded)).status).toBe(200);
  });

  it('does not count public calls', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => ask('/r/x')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('a path', () => {
  it.each([
    '/nothing',
    '/api',
    '/api/nothing',
    '/api//payouts/list',
    '/API/payouts/list',
    '/metrics',
  ])('that does not exist gets 404: %s', async (path) => {
    const got = await ask(path, gateway.identity.headersFor({ role: 'brand' }));
    expect(got.status).toBe(404);
    expect(await got.json()).toMatchObject({ error: 'not_found' });
  });

  it('with an escape that stands for nothing gets 404, and no stack', async () => {
    for (const path of ['/r/%', '/api/track/%E0%A4%A', '/t/%ff']) {
      const got = await ask(path);
      expect(got.status).toBe(404);
      expect(await got.json()).toMatchObject({ success: false, data: { error: 'not_found' } });
    }
  });

  it('of the gateway’s own takes GET and HEAD', async () => {
    const got = await ask('/health/live', {}, 'POST');
    expect(got.status).toBe(405);
    expect(got.headers.get('allow')).toBe('GET, HEAD');
    expect((await ask('/health/live', {}, 'HEAD')).status).toBe(200);
  });
});

describe('scripts of other origins', () => {
  const origin = 'https://app.example.com';

  it('may call from where the settings say', async () => {
    const preflight = await ask(
      '/api/payouts/list',
      { origin, 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    const headers = gateway.identity.headersFor({ role: 'affiliate' });
    const got = await ask('/api/payouts/list', { origin, ...headers });
    expect(got.headers.get('access-control-allow-origin')).toBe(origin);
    expect(got.headers.get('vary')).toContain('origin');
    expect(got.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await ask('/api/payouts/list', { origin });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('may not from elsewhere', async () => {
    const foreign = { origin: 'https://evil.example.com', 'access-control-request-method': 'GET' };
    const preflight = await ask('/api/payouts/list', foreign, 'OPTIONS');
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('health', () => {
  it('says live while the gateway runs, and ready only when every service is', async () => {
    expect(await (await ask('/health/live')).json()).toEqual({ status: 'live' });
    const ops = await openUpstream((_req, res) => res.end('{}'));
    const names = ['identity', 'campaign', 'tracking', 'attribution', 'commission', 'payout'];
    const all = [...names, 'notification', 'webhook', 'analytics'];
    let down = false;
    const flaky = await openUpstream((_req, res) => res.writeHead(down ? 503 : 200).end());
    const urls = Object.fromEntries(all.map((name) => [`${name.toUpperCase()}_OPS_URL`, ops.url]));
    const healthy = await openGateway({}, { ...urls, PAYOUT_OPS_URL: flaky.url });
    try {
      const ready = await fetch(`${healthy.url}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toEqual({
        status: 'ready',
        services: Object.fromEntries(all.map((name) => [name, 'ready'])),
      });
      down = true;
      await eventually(async () => {
        const got = await fetch(`${healthy.url}/health/ready`);
        const { services } = (await got.json()) as { services: Record<string, string> };
        return got.status === 503 && services['payout'] === 'not_ready';
      });
    } finally {
      await healthy.close();
      await Promise.all([ops.close(), flaky.close()]);
    }
  });
});

describe('the API document', () => {
  it('joins what the services say of themselves, and names those who are away', async () => {
    const part = {
      paths: { '/api/track/x': { get: { responses: { '200': { description: 'X' } } } } },
    };
    const tracking = await openUpstream((req, res) => {
      res.writeHead(req.url === '/openapi.json' ? 200 : 404).end(JSON.stringify(part));
    });
    const documented = await openGateway({ tracking: tracking.url });
    try {
      const got = await fetch(`${documented.url}/openapi.json`);
      expect(got.status).toBe(200);
      const document = (await got.json()) as Record<string, object>;
      expect(document).toMatchObject({ openapi: '3.1.1' });
      expect(Object.keys(document['paths'] ?? {})).toContain('/api/track/x');
      expect(document['x-unavailable']).toContain('payout');
      expect(document['x-unavailable']).not.toContain('tracking');
    } finally {
      await documented.close();
      await tracking.close();
    }
  });
});

describe('the docs page', () => {
  it('loads only what this server has', async () => {
    const page = await ask('/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/(src|href)="https?:/);
    const sources = [...html.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      const script = await ask(source);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toContain('javascript');
      await script.arrayBuffer();
    }
  });

  it('sends its script packed, and not again to those who have it', async () => {
    const { req, response } = open(`${gateway.url}/docs/api-reference.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    req.end();
    const packed = await response;
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await bytesOf(packed)).length).toBeLessThan(2_000_000);
    const again = await ask('/docs/api-reference.js', {
      'if-none-match': String(packed.headers.etag),
    });
    expect(again.status).toBe(304);
  });
});
