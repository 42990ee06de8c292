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
    { tracking: url, payout: url, console: url },
    { CORS_ORIGINS: 'https://app.example.com', SCRIPT_PATH: '/assets/shop.js' },
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

describe("a browser's visit", () => {
  const visit = (path: string, method = 'GET') =>
    call(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, method);

  it.each(['/', '/campaigns/1', '/settings/account?x=1', '/console/assets/a.js'])(
    'of %s goes to the console, without a sign-in',
    async (path) => {
      expect((await visit(path)).status).toBe(200);
      expect(upstream.received.at(-1)?.url).toBe(path);
    },
  );

  it('of a path of the API does not, nor does what no page sends', async () => {
    for (const path of ['/api', '/api/nothing', '/API/nothing', '/r/%'])
      expect((await visit(path)).status).toBe(404);
    expect((await visit('/campaigns', 'POST')).status).toBe(404);
    expect((await call('/campaigns')).status).toBe(404);
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

  it('may read the script of shops’ pages and what it calls from every origin', async () => {
    const anyOrigin = (await call('/t/v', { origin: 'https://shop.example' }, 'POST')).headers;
    expect(anyOrigin.get('access-control-allow-origin')).toBe('*');
    expect(anyOrigin.get('cross-origin-resource-policy')).toBe('cross-origin');
    // Also without an origin, because caches share the answer.
    expect((await call('/t/main.js')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe("the operator's own path of the script", () => {
  it('serves what the platform has at its own path', async () => {
    const urls = ['/assets/shop.js?consent=granted', '/assets/1.0.0.js', '/assets/v'];
    for (const url of urls) expect((await call(url)).status).toBe(200);
    const forwarded = upstream.received.slice(-urls.length).map(({ url }) => url);
    expect(forwarded).toEqual(['/t/main.js?consent=granted', '/t/1.0.0.js', '/t/v']);
    expect((await call('/assets/main.js')).status).toBe(404);
  });
});
