import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '@tributary/testing';
import { KIB } from '@tributary/units';
import {
  bytesOf,
  type GatewayUnderTest,
  open,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

/** What the service behind `/t` and `/api/track` does in the current test. */
let behave: (req: IncomingMessage, res: ServerResponse) => void;
let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    behave(req, res);
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

const ask = async (path: string, init: RequestInit = {}): Promise<Echo> =>
  (await (await fetch(`${gateway.url}${path}`, init)).json()) as Echo;

/** A socket that says `text` and gives all that comes back. */
const speak = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let heard = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(heard);
    });
    socket.on('error', reject);
    socket.write(text);
  });

describe('a forwarded request', () => {
  beforeEach(() => {
    behave = echo;
  });

  it('keeps method, path, query and body as they were sent', async () => {
    const path = '/api/track/a%2Fb%20c;d=1?x=1&x=2&y=%zz&z=%C3%A4';
    const got = await ask(path, { method: 'POST', body: '{"order_value": 1.10}' });
    expect(got).toMatchObject({ method: 'POST', url: path, body: '{"order_value": 1.10}' });
  });

  it('says whose it is, whatever the caller claims to be', async () => {
    const { headers } = await ask('/api/track/x', {
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

  it('carries an id: the caller’s where it is harmless, else a new one', async () => {
    const offered = await fetch(`${gateway.url}/api/track/x`, {
      headers: { 'x-request-id': 'order-42' },
    });
    expect(offered.headers.get('x-request-id')).toBe('order-42');
    expect(((await offered.json()) as Echo).headers['x-request-id']).toBe('order-42');
    const harmful = await fetch(`${gateway.url}/api/track/x`, {
      headers: { 'x-request-id': '{"level":"error"}' },
    });
    const id = harmful.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(((await harmful.json()) as Echo).headers['x-request-id']).toBe(id);
  });

  it('leaves headers of its hop behind, also those that the caller names', async () => {
    const heard = await speak(
      'GET /api/track/x HTTP/1.1\r\nhost: shop.example.com\r\n' +
        'connection: close, X-Secret, X-Tributary-Client-Ip, X-Request-Id\r\nx-secret: 1\r\n' +
        'te: trailers\r\nproxy-authorization: Basic eA==\r\nupgrade: h2c\r\nkeep-alive: 300\r\n\r\n',
    );
    const { headers } = JSON.parse(
      heard.slice(heard.indexOf('{'), heard.lastIndexOf('}') + 1),
    ) as Echo;
    expect(headers).toHaveProperty('x-tributary-client-ip', '127.0.0.1');
    expect(headers).toHaveProperty('x-request-id');
    for (const name of ['x-secret', 'te', 'proxy-authorization', 'upgrade', 'keep-alive']) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(headers['host']).not.toBe('shop.example.com');
  });

  it('is understood in absolute form too, and routed by its path alone', async () => {
    const heard = await speak(
      'GET http://elsewhere.example.com/api/track/x?y=1 HTTP/1.1\r\nhost: h\r\nconnection: close\r\n\r\n',
    );
    expect(heard).toContain('"url":"/api/track/x?y=1"');
  });

  it.each([
    ['two lengths', 'content-length: 3\r\ncontent-length: 4\r\n'],
    ['length and chunks', 'content-length: 3\r\ntransfer-encoding: chunked\r\n'],
    ['a broken coding', 'transfer-encoding: xchunked\r\n'],
    ['a header with a line break', 'x-a: b\r\n c\0d\r\n'],
  ])('is refused where it could be read in two ways: %s', async (_case, header) => {
    const before = upstream.received.length;
    const heard = await speak(`POST /api/track/x HTTP/1.1\r\nhost: h\r\n${header}\r\nabc`);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).toContain('"error":"malformed_request"');
    expect(upstream.received).toHaveLength(before);
  });
});

describe('a forwarded answer', () => {
  it('keeps status, headers and body; of the hop and of the framework nothing', async () => {
    behave = (_req, res) => {
      res.writeHead(405, [
        ...['allow', 'POST', 'set-cookie', 'a=1', 'set-cookie', 'b=2', 'x-powered-by', 'Express'],
        ...['server', 'x', 'keep-alive', 'timeout=1', 'content-type', 'text/plain', 'etag', '"1"'],
      ]);
      res.end('no');
    };
    const answered = await fetch(`${gateway.url}/api/track/x`);
    expect(answered.status).toBe(405);
    expect(answered.headers.get('allow')).toBe('POST');
    expect(answered.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answered.headers.get('etag')).toBe('"1"');
    expect(answered.headers.get('x-powered-by')).toBeNull();
    expect(answered.headers.get('server')).toBeNull();
    await expect(answered.text()).resolves.toBe('no');
  });

  it('is a redirect where the service redirects, not what lies behind it', async () => {
    behave = (_req, res) => {
      res.writeHead(302, { location: 'https://shop.example.com/?click_id=1' }).end();
    };
    const answered = await fetch(`${gateway.url}/r/abc`, { redirect: 'manual' });
    expect(answered.status).toBe(302);
    expect(answered.headers.get('location')).toBe('https://shop.example.com/?click_id=1');
    // The shop may see where its visitor came from, and embed what is under /t/.
    expect(answered.headers.get('referrer-policy')).toBeNull();
    expect(answered.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('has the security headers, and the service’s own where it sets them', async () => {
    behave = (_req, res) => {
      res.writeHead(200, { 'content-security-policy': 'sandbox' }).end('{}');
    };
    const { headers } = await fetch(`${gateway.url}/api/track/x`);
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('strict-transport-security')).toContain('max-age');
  });

  it('of HEAD and of 204 has no body', async () => {
    behave = (req, res) => {
      res.writeHead(req.method === 'HEAD' ? 200 : 204, { 'x-seen': String(req.method) }).end();
    };
    const head = await fetch(`${gateway.url}/t/pixel.gif`, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-seen')]).toEqual([200, 'HEAD']);
    const none = await fetch(`${gateway.url}/t/pixel.gif`, { method: 'DELETE' });
    expect([none.status, none.headers.get('x-seen')]).toEqual([204, 'DELETE']);
  });
});

describe('streaming', () => {
  it('hands on an answer while it is being written', async () => {
    let finish: () => void = () => undefined;
    behave = (_req, res) => {
      res.write('first');
      finish = () => res.end('last');
    };
    const { req, response } = open(`${gateway.url}/api/track/x`, {});
    req.end();
    const answered = await response;
    const first = await new Promise<Buffer>((resolve) => answered.once('data', resolve));
    expect(first.toString()).toBe('first');
    finish();
    expect((await bytesOf(answered)).toString()).toBe('last');
  });

  it('hands on a large body while it is being sent', async () => {
    let begun: () => void = () => undefined;
    const firstBytes = new Promise<void>((resolve) => (begun = resolve));
    behave = (req, res) => {
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

  it('keeps every byte, both ways, also where the reader is slow', async () => {
    const body = randomBytes(900 * KIB);
    behave = (req, res) => {
      void bytesOf(req).then((got) => {
        res.setHeader('content-length', got.length);
        res.end(got);
      });
    };
    for (const headers of [{ 'content-length': String(body.length) }, {}]) {
      const { req, response } = open(`${gateway.url}/api/track/x`, { method: 'POST', headers });
      req.end(body);
      const answered = await response;
      answered.pause();
      await new Promise((resolve) => setImmediate(resolve));
      expect((await bytesOf(answered)).equals(body)).toBe(true);
    }
  });

  it('delivers server-sent events at once and ends when the listener leaves', async () => {
    let say: (text: string) => void = () => undefined;
    let left = false;
    behave = (req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      say = (text) => res.write(text);
      req.on('close', () => (left = true));
    };
    const { req, response } = open(`${gateway.url}/api/notifications/stream`, {
      headers: gateway.identity.headersFor({ role: 'brand' }),
    });
    req.end();
    // The head comes before there is any event.
    const stream = await response;
    expect(stream.headers['content-type']).toBe('text/event-stream');
    for (const text of ['data: 1\n\n', 'data: 2\n\n']) {
      const heard = new Promise<Buffer>((resolve) => stream.once('data', resolve));
      say(text);
      expect((await heard).toString()).toBe(text);
    }
    req.destroy();
    await eventually(() => left);
  });

  it('outlives the time-outs of ordinary calls where it is an event stream', async () => {
    behave = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      setTimeout(() => res.end('data: late\n\n'), 2_000);
    };
    const answered = await fetch(`${gateway.url}/api/notifications/stream`, {
      headers: gateway.identity.headersFor({ role: 'brand' }),
    });
    await expect(answered.text()).resolves.toBe('data: late\n\n');
  });

  it('ends the call at the service when the caller goes away before the answer', async () => {
    let left = false;
    let arrived = false;
    behave = (req) => {
      arrived = true;
      req.resume();
      req.on('close', () => (left = true));
    };
    const { req } = open(`${gateway.url}/api/track/x`, { method: 'POST' });
    req.on('error', () => undefined);
    req.write('x'.repeat(70_000));
    await eventually(() => arrived);
    req.destroy();
    await eventually(() => left);
  });

  it('cuts the answer off where the service breaks off, so that it is not taken for whole', async () => {
    behave = (_req, res) => {
      res.write('half');
      setTimeout(() => res.destroy(), 50);
    };
    const answered = await fetch(`${gateway.url}/api/track/x`);
    await expect(answered.text()).rejects.toThrow();
  });
});
