import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { eventually } from '@tributary/testing';
import {
  type GatewayUnderTest,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

const well = (_req: IncomingMessage, res: ServerResponse): void => {
  res.setHeader('content-type', 'application/json');
  res.end('{"ok":true}');
};

let behave: (req: IncomingMessage, res: ServerResponse) => void;
let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    behave(req, res);
  });
  const tracking = upstream.url;
  gateway = await openGateway({ tracking }, { UPSTREAM_HEADERS_TIMEOUT_MS: '1500' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a service that does not answer', () => {
  const get = async (path: string, init: RequestInit = {}) => {
    const answered = await fetch(`${gateway.url}${path}`, init);
    return { status: answered.status, headers: answered.headers, body: await answered.json() };
  };
  const affiliate = () => ({ headers: gateway.identity.headersFor({ role: 'affiliate' }) });

  it.each([
    [
      '/api/payouts/list',
      { error: 'service_unavailable', message: expect.any(String), detail: '' },
    ],
    ['/api/webhooks/endpoints', { error: 'service_unavailable', detail: '' }],
    ['/api/affiliate/commissions', { error: 'service_unavailable' }],
  ])('and is down gives 503 with Retry-After in its area’s shape: %s', async (path, body) => {
    const got = await get(path, affiliate());
    expect(got).toMatchObject({ status: 503, body });
    expect(Number(got.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(got.headers.get('x-request-id')).toBeTruthy();
    behave = well;
    // And only there.
    expect(await get('/api/track/x')).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('gives the conversion and the notification shape in their areas', async () => {
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

  it('in time gives 503, and the call at the service is ended', async () => {
    let left = false;
    behave = (req) => req.on('close', () => (left = true));
    const got = await get('/api/track/x');
    expect(got).toMatchObject({ status: 503, body: { data: { error: 'upstream_timeout' } } });
    await eventually(() => left);
  });

  it('for longer is waited for where the work takes that long', async () => {
    behave = (req, res) => setTimeout(() => well(req, res), 2_500);
    const patient = await openGateway(
      { commission: upstream.url, tracking: upstream.url },
      { UPSTREAM_HEADERS_TIMEOUT_MS: '1500' },
    );
    const ask = (path: string, method: string, role: 'admin' | 'brand') =>
      fetch(`${patient.url}${path}`, { method, headers: patient.identity.headersFor({ role }) });
    try {
      const answers = await Promise.all([
        ask('/api/admin/ledger/verify', 'GET', 'admin'),
        ask('/api/brand/conversions/bulk-review', 'POST', 'brand'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    } finally {
      await patient.close();
    }
  });

  it('because its kept connection just closed is asked once more, where the call only reads', async () => {
    let calls = 0;
    behave = (req, res) => {
      calls += 1;
      if (calls === 1) req.socket.destroy();
      else well(req, res);
    };
    expect(await get('/api/track/x')).toMatchObject({ status: 200, body: { ok: true } });
    expect(calls).toBe(2);
    calls = 0;
    const post = await get('/api/track/x', { method: 'POST', body: '{}' });
    expect(post.status).toBe(503);
    expect(calls).toBe(1);
  });

  it('is reached again as soon as it is back', async () => {
    const first = await openUpstream(well);
    const { port } = first;
    const flaky = await openGateway({ tracking: first.url });
    try {
      const status = async () => (await fetch(`${flaky.url}/api/track/x`)).status;
      expect(await status()).toBe(200);
      await first.close();
      expect(await status()).toBe(503);
      const again = createServer(well);
      await new Promise<void>((resolve) => again.listen(port, resolve));
      expect(await status()).toBe(200);
      again.closeAllConnections();
      again.close();
    } finally {
      await flaky.close();
    }
  });
});
