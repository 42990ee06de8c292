import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { eventually } from '@tributary/testing';
import {
  type GatewayUnderTest,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

const respondOk = (_req: IncomingMessage, res: ServerResponse): void => {
  res.setHeader('content-type', 'application/json');
  res.end('{"ok":true}');
};

let handle: (req: IncomingMessage, res: ServerResponse) => void;
let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    handle(req, res);
  });
  const tracking = upstream.url;
  gateway = await openGateway({ tracking }, { UPSTREAM_HEADERS_TIMEOUT_MS: '1500' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a failing service', () => {
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${gateway.url}${path}`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const affiliate = () => ({ headers: gateway.identity.headersFor({ role: 'affiliate' }) });

  it.each([
    [
      '/api/payouts/list',
      { error: 'service_unavailable', message: expect.any(String), detail: '' },
    ],
    ['/api/webhooks/endpoints', { error: 'service_unavailable', detail: '' }],
    ['/api/affiliate/commissions', { error: 'service_unavailable' }],
  ])('gives 503 with Retry-After in the error shape of its area: %s', async (path, body) => {
    const got = await get(path, affiliate());
    expect(got).toMatchObject({ status: 503, body });
    expect(Number(got.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(got.headers.get('x-request-id')).toBeTruthy();
    handle = respondOk;
    // Other services are not affected.
    expect(await get('/api/track/x')).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('gives 503 in the shapes of the conversion and notification areas', async () => {
    const down = await openGateway({});
    try {
      const conversion = await fetch(`${down.url}/api/track/conversion`, {
        method: 'POST',
        body: '{}',
      });
      expect(conversion.status).toBe(503);
      expect(await conversion.json()).toMatchObject({
        success: false,
        data: { error: 'service_unavailable' },
      });
      const headers = down.identity.headersFor({ role: 'brand' });
      const notification = await fetch(`${down.url}/api/notifications`, { headers });
      expect(notification.status).toBe(503);
      expect(Object.keys((await notification.json()) as object)).toEqual(['detail']);
    } finally {
      await down.close();
    }
  });

  it('gives 503 after a timeout, and the request at the service is aborted', async () => {
    let isClosed = false;
    handle = (req) => req.on('close', () => (isClosed = true));
    const got = await get('/api/track/x');
    expect(got).toMatchObject({ status: 503, body: { data: { error: 'upstream_timeout' } } });
    await eventually(() => isClosed);
  });

  it('gives 503 where the service does not recognise the gateway, because the caller did nothing wrong', async () => {
    handle = (_req, res) => {
      res.writeHead(401, {
        'www-authenticate': 'ServiceToken',
        'content-type': 'application/json',
      });
      res.end('{"error":"invalid_service_token"}');
    };
    const got = await get('/api/track/x');
    expect(got).toMatchObject({ status: 503, body: { data: { error: 'service_unavailable' } } });
    handle = (_req, res) => {
      res.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'application/json' });
      res.end('{"error":"invalid_signature"}');
    };
    expect((await get('/api/track/x')).status).toBe(401);
  });

  it('has a longer timeout on slow routes', async () => {
    handle = (req, res) => setTimeout(() => respondOk(req, res), 2_500);
    const gatewayWithSlowRoutes = await openGateway(
      { commission: upstream.url, tracking: upstream.url },
      { UPSTREAM_HEADERS_TIMEOUT_MS: '1500' },
    );
    const call = (path: string, method: string, role: 'admin' | 'brand') =>
      fetch(`${gatewayWithSlowRoutes.url}${path}`, {
        method,
        headers: gatewayWithSlowRoutes.identity.headersFor({ role }),
      });
    try {
      const responses = await Promise.all([
        call('/api/admin/ledger/verify', 'GET', 'admin'),
        call('/api/brand/conversions/bulk-review', 'POST', 'brand'),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await gatewayWithSlowRoutes.close();
    }
  });

  it('receives a read-only request again after it closed the connection', async () => {
    let calls = 0;
    handle = (req, res) => {
      calls += 1;
      if (calls === 1) req.socket.destroy();
      else respondOk(req, res);
    };
    expect(await get('/api/track/x')).toMatchObject({ status: 200, body: { ok: true } });
    expect(calls).toBe(2);
    calls = 0;
    const post = await get('/api/track/x', { method: 'POST', body: '{}' });
    expect(post.status).toBe(503);
    expect(calls).toBe(1);
  });

  it('gets no request on other connections once it ends one, as an instance does that stops', async () => {
    const { promise: bothArrived, resolve: goOn } = Promise.withResolvers<undefined>();
    const sockets = new Set<Socket>();
    let closed = 0;
    handle = (req, res) => {
      sockets.add(req.socket.once('close', () => (closed += 1)));
      if (sockets.size === 2) goOn(undefined);
      void bothArrived.then(() => {
        respondOk(req, res);
      });
    };
    const together = await Promise.all([get('/api/track/x'), get('/api/track/y')]);
    expect(together.map(({ status }) => status)).toEqual([200, 200]);
    expect(closed).toBe(0);
    handle = (req, res) => {
      res.shouldKeepAlive = false;
      respondOk(req, res);
    };
    expect((await get('/api/track/x')).status).toBe(200);
    await eventually(() => closed === sockets.size);
    handle = respondOk;
    expect((await get('/api/track/x')).status).toBe(200);
  });

  it('is reached again as soon as it is available', async () => {
    const first = await openUpstream(respondOk);
    const { port } = first;
    const flaky = await openGateway({ tracking: first.url });
    try {
      const status = async () => (await fetch(`${flaky.url}/api/track/x`)).status;
      expect(await status()).toBe(200);
      await first.close();
      expect(await status()).toBe(503);
      const again = createServer(respondOk);
      await new Promise<void>((resolve) => again.listen(port, resolve));
      expect(await status()).toBe(200);
      again.closeAllConnections();
      again.close();
    } finally {
      await flaky.close();
    }
  });
});
