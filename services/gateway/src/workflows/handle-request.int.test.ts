import {
  type GatewayUnderTest,
  openGateway,
  openUpstream,
  type Upstream,
} from '../testing/open-gateway.ts';

let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((_req, res) => res.end('{}'));
  const { url } = upstream;
  gateway = await openGateway(
    { tracking: url, payout: url },
    { CORS_ORIGINS: 'https://app.example.com' },
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${gateway.url}${path}`, { method, headers });

describe('a path', () => {
  it.each([
    '/nothing',
    '/api',
    '/api/nothing',
    '/api//payouts/list',
    '/API/payouts/list',
    '/metrics',
  ])('without a route gets 404: %s', async (path) => {
    const response = await call(path, gateway.identity.headersFor({ role: 'brand' }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'not_found' });
  });

  it('with an invalid escape gets 404 without a stack trace', async () => {
    for (const path of ['/r/%', '/api/track/%E0%A4%A', '/t/%ff']) {
      const response = await call(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, data: { error: 'not_found' } });
    }
  });

  it('of the gateway itself accepts GET and HEAD', async () => {
    const response = await call('/health/live', {}, 'POST');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect((await call('/health/live', {}, 'HEAD')).status).toBe(200);
  });
});

describe('scripts of other origins', () => {
  const origin = 'https://app.example.com';

  it('may use the API from a configured origin', async () => {
    const preflight = await call(
      '/api/payouts/list',
      { origin, 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    const headers = gateway.identity.headersFor({ role: 'affiliate' });
    const response = await call('/api/payouts/list', { origin, ...headers });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')).toContain('origin');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await call('/api/payouts/list', { origin });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('may not use it from another origin', async () => {
    const foreign = { origin: 'https://evil.example.com', 'access-control-request-method': 'GET' };
    const preflight = await call('/api/payouts/list', foreign, 'OPTIONS');
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});
