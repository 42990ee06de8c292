import { type IncomingMessage, type ServerResponse } from 'node:http';
import { KIB, MIB } from '@tributary/units';
import {
  bytesOf,
  type GatewayUnderTest,
  open,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

let handle: (req: IncomingMessage, res: ServerResponse) => void;
let upstream: Upstream;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  upstream = await openUpstream((req, res) => {
    handle(req, res);
  });
  const tracking = upstream.url;
  gateway = await openGateway({ tracking, campaign: tracking, notification: tracking });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('body limits', () => {
  const send = async (path: string, bytes: number, chunked: boolean, headers = {}) => {
    const { req, response } = open(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(chunked ? {} : { 'content-length': String(bytes) }) },
    });
    req.on('error', () => undefined);
    const piece = Buffer.alloc(32_768, 'x');
    for (let sent = 0; sent < bytes; sent += piece.length) {
      req.write(piece.subarray(0, Math.min(piece.length, bytes - sent)));
    }
    req.end();
    const received = await response;
    return { status: received.statusCode, body: (await bytesOf(received)).toString() };
  };

  beforeEach(() => {
    handle = (req, res) => {
      void bytesOf(req).then(
        (body) => res.end(String(body.length)),
        () => undefined,
      );
    };
  });

  const brand = () => gateway.identity.headersFor({ role: 'brand' });

  it.each([false, true])('accept a body of exactly the limit (chunked: %p)', async (chunked) => {
    const got = await send('/api/track/x', MIB, chunked);
    expect(got).toEqual({ status: 200, body: String(MIB) });
    expect(await send('/api/brand/campaigns', 100 * KIB, chunked, brand())).toMatchObject({
      status: 200,
    });
    const creatives = '/api/brand/campaigns/0196/creatives';
    expect(await send(creatives, 5 * MIB, chunked, brand())).toMatchObject({
      status: 200,
    });
  });

  it.each([false, true])(
    'refuse a larger body with 413 in the area’s error shape (chunked: %p)',
    async (chunked) => {
      const tracking = await send('/api/track/x', MIB + 1, chunked);
      expect(tracking.status).toBe(413);
      expect(JSON.parse(tracking.body)).toMatchObject({
        success: false,
        data: { error: 'body_too_large' },
      });
      const general = await send('/api/brand/campaigns', 100 * KIB + 1, chunked, brand());
      expect(general.status).toBe(413);
      expect(JSON.parse(general.body)).toMatchObject({ error: 'body_too_large' });
      const notification = await send('/api/notifications/test', 200 * KIB, chunked, brand());
      expect(JSON.parse(notification.body)).toEqual({
        detail: 'The body is larger than 102400 bytes',
      });
    },
  );

  it('apply before the body is sent where the caller expects 100 Continue', async () => {
    const announce = async (bytes: number) => {
      const { req, response } = open(`${gateway.url}/api/track/x`, {
        method: 'POST',
        headers: { expect: '100-continue', 'content-length': String(bytes) },
      });
      let continued = false;
      req.on('continue', () => {
        continued = true;
        req.end(Buffer.alloc(bytes));
      });
      req.on('error', () => undefined);
      req.flushHeaders();
      const { statusCode } = await response;
      req.destroy();
      return { statusCode, continued };
    };
    expect(await announce(200 * KIB)).toEqual({ statusCode: 200, continued: true });
    expect(await announce(2_000 * KIB)).toEqual({ statusCode: 413, continued: false });
  });

  it('allow an early response of the service while the caller still sends the body', async () => {
    handle = (_req, res) => {
      res.writeHead(403, { 'content-type': 'application/json' }).end('{"error":"wrong_role"}');
    };
    const got = await send('/api/track/x', 1_000 * KIB, true);
    expect(got).toEqual({ status: 403, body: '{"error":"wrong_role"}' });
    handle = (_req, res) => res.end('well');
    const next = await fetch(`${gateway.url}/api/track/x`);
    await expect(next.text()).resolves.toBe('well');
  });
});
