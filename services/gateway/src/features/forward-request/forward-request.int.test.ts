import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { eventually, tokensOf } from '@tributary/testing';
import { KIB } from '@tributary/units';
import {
  bytesOf,
  type GatewayUnderTest,
  open,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

/** The service's behaviour in the current test. */
let handle: (req: IncomingMessage, res: ServerResponse) => void;
let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    handle(req, res);
  });
  const tracking = upstream.url;
  gateway = await openGateway(
    { tracking, campaign: tracking, notification: tracking },
    { UPSTREAM_HEADERS_TIMEOUT_MS: '1500', TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const echo = (req: IncomingMessage, res: ServerResponse): void => {
  void bytesOf(req).then((body) => {
    const { method, url, headers } = req;
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ method, url, headers, body: body.toString() }));
  });
};

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const call = async (path: string, init: RequestInit = {}): Promise<Echo> =>
  (await (await fetch(`${gateway.url}${path}`, init)).json()) as Echo;

/** Sends `text` over a socket, and returns the response as text. */
const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let received = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(received);
    });
    socket.on('error', reject);
    socket.write(text);
  });

describe('a forwarded request', () => {
  beforeEach(() => {
    handle = echo;
  });

  it('keeps method, path, query and body as they were sent', async () => {
    const path = '/api/track/a%2Fb%20c;d=1?x=1&x=2&y=%zz&z=%C3%A4';
    const got = await call(path, { method: 'POST', body: '{"order_value": 1.10}' });
    expect(got).toMatchObject({ method: 'POST', url: path, body: '{"order_value": 1.10}' });
  });

  it('carries the client’s address, whatever headers the caller sends', async () => {
    const { headers } = await call('/api/track/x', {
      headers: {
        'x-tributary-client-ip': '1.1.1.1',
        'x-tributary-anything': 'x',
        'x-forwarded-for': '2.2.2.2, 203.0.113.9',
        'x-forwarded-host': 'evil.example.com',
        forwarded: 'for=1.1.1.1',
        'x-real-ip': '1.1.1.1',
        'x-service-signature': 'kept',
        cookie: 'a=1; b=2',
      },
    });
    expect(headers).toMatchObject({
      'x-tributary-client-ip': '203.0.113.9',
      'x-service-signature': 'kept',
      cookie: 'a=1; b=2',
    });
    for (const name of [
      'x-tributary-anything',
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
      'x-real-ip',
    ]) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it('behind an ingress carries the address of each client, not one that the client writes', async () => {
    const addressOf = async (forwardedFor: string) =>
      (await call('/api/track/x', { headers: { 'x-forwarded-for': forwardedFor } })).headers[
        'x-tributary-client-ip'
      ];
    // The ingress appends the address that it sees to what the client sent.
    expect(await addressOf('198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('198.51.100.2')).toBe('198.51.100.2');
    expect(await addressOf('198.51.100.1, 203.0.113.66')).toBe('203.0.113.66');
  });

  it('without an ingress carries the address of the connection', async () => {
    const direct = await openGateway({ tracking: upstream.url });
    const response = await fetch(`${direct.url}/api/track/x`, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(((await response.json()) as Echo).headers['x-tributary-client-ip']).toBe('127.0.0.1');
    await direct.close();
  });

  it('carries a token for its service, and no token of the caller', async () => {
    const { headers } = await call('/api/track/x', {
      headers: { 'x-tributary-service-token': tokensOf('gateway').tokenFor('payout') },
    });
    const token = headers['x-tributary-service-token'];
    expect(tokensOf('tracking').callerOf(token)).toBe('gateway');
  });

  it('carries the caller’s request id where it is valid, otherwise a new one', async () => {
    const valid = await fetch(`${gateway.url}/api/track/x`, {
      headers: { 'x-request-id': 'order-42' },
    });
    expect(valid.headers.get('x-request-id')).toBe('order-42');
    expect(((await valid.json()) as Echo).headers['x-request-id']).toBe('order-42');
    const invalid = await fetch(`${gateway.url}/api/track/x`, {
      headers: { 'x-request-id': '{"level":"error"}' },
    });
    const id = invalid.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(((await invalid.json()) as Echo).headers['x-request-id']).toBe(id);
  });

  it('does not carry headers of the caller’s hop, including those that the caller names', async () => {
    const response = await sendRaw(
      'GET /api/track/x HTTP/1.1\r\nhost: shop.example.com\r\n' +
        'connection: close, X-Secret, X-Tributary-Client-Ip, X-Request-Id\r\nx-secret: 1\r\n' +
        'te: trailers\r\nproxy-authorization: Basic eA==\r\nupgrade: h2c\r\nkeep-alive: 300\r\n\r\n',
    );
    const { headers } = JSON.parse(
      response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1),
    ) as Echo;
    expect(headers).toHaveProperty('x-tributary-client-ip', '127.0.0.1');
    expect(headers).toHaveProperty('x-request-id');
    for (const name of ['x-secret', 'te', 'proxy-authorization', 'upgrade', 'keep-alive']) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(headers['host']).not.toBe('shop.example.com');
  });

  it('may have an absolute URL, of which only the path decides the route', async () => {
    const response = await sendRaw(
      'GET http://elsewhere.example.com/api/track/x?y=1 HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n',
    );
    expect(response).toContain('"url":"/api/track/x?y=1"');
  });

  it.each([
    ['two lengths', 'content-length: 3\r\ncontent-length: 4\r\n'],
    ['length and chunks', 'content-length: 3\r\ntransfer-encoding: chunked\r\n'],
    ['a broken coding', 'transfer-encoding: xchunked\r\n'],
    ['a header with a line break', 'x-a: b\r\n c\0d\r\n'],
  ])('is refused where its framing is ambiguous: %s', async (_case, header) => {
    const before = upstream.received.length;
    const response = await sendRaw(`POST /api/track/x HTTP/1.1\r\nhost: h\r\n${header}\r\nabc`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('"error":"malformed_request"');
    expect(upstream.received).toHaveLength(before);
  });
});

describe('a forwarded response', () => {
  it('keeps status, headers and body, but no headers of the hop or the framework', async () => {
    handle = (_req, res) => {
      res.writeHead(405, [
        ...['allow', 'POST', 'set-cookie', 'a=1', 'set-cookie', 'b=2', 'x-powered-by', 'Express'],
        ...['server', 'x', 'keep-alive', 'timeout=1', 'content-type', 'text/plain', 'etag', '"1"'],
      ]);
      res.end('no');
    };
    const response = await fetch(`${gateway.url}/api/track/x`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
    await expect(response.text()).resolves.toBe('no');
  });

  it('is the service’s redirect, which the gateway does not follow', async () => {
    handle = (_req, res) => {
      res.writeHead(302, { location: 'https://shop.example.com/?click_id=1' }).end();
    };
    const response = await fetch(`${gateway.url}/r/abc`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('https://shop.example.com/?click_id=1');
    // Shops receive the referrer, and embed the files under /t/.
    expect(response.headers.get('referrer-policy')).toBeNull();
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('has the gateway’s security headers unless the service sets its own', async () => {
    handle = (_req, res) => {
      const own = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };
      res.writeHead(200, own).end('{}');
    };
    const { headers } = await fetch(`${gateway.url}/api/track/x`);
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toContain('max-age');
  });

  it('of HEAD and of 204 has no body', async () => {
    handle = (req, res) => {
      res.writeHead(req.method === 'HEAD' ? 200 : 204, { 'x-seen': String(req.method) }).end();
    };
    const head = await fetch(`${gateway.url}/t/pixel.gif`, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-seen')]).toEqual([200, 'HEAD']);
    const none = await fetch(`${gateway.url}/t/pixel.gif`, { method: 'DELETE' });
    expect([none.status, none.headers.get('x-seen')]).toEqual([204, 'DELETE']);
  });
});

describe('streaming', () => {
  it('forwards a response while the service writes it', async () => {
    let finish: () => void = () => undefined;
    handle = (_req, res) => {
      res.write('first');
      finish = () => res.end('last');
    };
    const { req, response } = open(`${gateway.url}/api/track/x`, {});
    req.end();
    const received = await response;
    const first = await new Promise<Buffer>((resolve) => received.once('data', resolve));
    expect(first.toString()).toBe('first');
    finish();
    expect((await bytesOf(received)).toString()).toBe('last');
  });

  it('forwards a large body while the caller sends it', async () => {
    let begun: () => void = () => undefined;
    const firstBytes = new Promise<void>((resolve) => (begun = resolve));
    handle = (req, res) => {
      req.once('data', () => {
        begun();
      });
      void bytesOf(req).then((body) => res.end(String(body.length)));
    };
    const { req, response } = open(`${gateway.url}/api/track/x`, { method: 'POST' });
    req.write('x'.repeat(10_000));
    await firstBytes;
    req.end('x'.repeat(10_000));
    expect((await bytesOf(await response)).toString()).toBe('20000');
  });

  it('keeps every byte in both directions, also with a slow reader', async () => {
    const body = randomBytes(900 * KIB);
    handle = (req, res) => {
      void bytesOf(req).then((got) => {
        res.setHeader('content-length', got.length);
        res.end(got);
      });
    };
    for (const headers of [{ 'content-length': String(body.length) }, {}]) {
      const { req, response } = open(`${gateway.url}/api/track/x`, { method: 'POST', headers });
      req.end(body);
      const received = await response;
      received.pause();
      await new Promise((resolve) => setImmediate(resolve));
      expect((await bytesOf(received)).equals(body)).toBe(true);
    }
  });

  it('delivers server-sent events at once, and ends when the client disconnects', async () => {
    let sendEvent: (text: string) => void = () => undefined;
    let isClosed = false;
    handle = (req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      sendEvent = (text) => res.write(text);
      req.on('close', () => (isClosed = true));
    };
    const { req, response } = open(`${gateway.url}/api/notifications/stream`, {
      headers: gateway.identity.headersFor({ role: 'brand' }),
    });
    req.end();
    // The headers arrive before the first event.
    const stream = await response;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      const event = new Promise<Buffer>((resolve) => stream.once('data', resolve));
      sendEvent(text);
      expect((await event).toString()).toBe(text);
    }
    req.destroy();
    await eventually(() => isClosed);
  });

  it('does not apply the timeouts of other requests to an event stream', async () => {
    handle = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      setTimeout(() => res.end('data: late\n\n'), 2_000);
    };
    const response = await fetch(`${gateway.url}/api/notifications/stream`, {
      headers: gateway.identity.headersFor({ role: 'brand' }),
    });
    await expect(response.text()).resolves.toBe('data: late\n\n');
  });

  it('aborts the request at the service when the caller disconnects before the response', async () => {
    let isClosed = false;
    let arrived = false;
    handle = (req) => {
      arrived = true;
      req.resume();
      req.on('close', () => (isClosed = true));
    };
    const { req } = open(`${gateway.url}/api/track/x`, { method: 'POST' });
    req.on('error', () => undefined);
    req.write('x'.repeat(70_000));
    await eventually(() => arrived);
    req.destroy();
    await eventually(() => isClosed);
  });

  it('closes the connection where the service disconnects, so that the caller sees an incomplete response', async () => {
    handle = (_req, res) => {
      res.write('half');
      setTimeout(() => res.destroy(), 50);
    };
    const response = await fetch(`${gateway.url}/api/track/x`);
    await expect(response.text()).rejects.toThrow();
  });
});
