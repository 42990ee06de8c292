import { randomUUIDv7 } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { unauthenticated } from '@tributary/errors';
import { type GrpcServer, rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import {
  bytesOf,
  type GatewayUnderTest,
  open,
  openGateway,
  openUpstream,
  type Upstream,
} from '../testing/open-gateway.ts';

const ORIGIN = 'http://localhost:8080';
const NAME = 'tributary_session';
const cookieOf = (letter: string) => `trs_${letter.repeat(86)}`;
const [VALID, DUE, NEXT, ENDED] = ['a', 'b', 'c', 'd'].map(cookieOf) as [
  string,
  string,
  string,
  string,
];
const INNER = 'x-tributary-session-cookie';
const USER = randomUUIDv7();

let identity: Upstream;
let service: Upstream;
let grpc: GrpcServer;
let gateway: GatewayUnderTest;
const exchanged: string[] = [];

const echo = (req: IncomingMessage, res: ServerResponse): void => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('cache-control', 'private, max-age=300');
  // A service that is not identity must not be able to set the session.
  res.setHeader(INNER, req.url === '/api/auth/logout' ? 'none' : NEXT);
  res.end(JSON.stringify({ url: req.url, headers: req.headers }));
};

const answerAsIdentity = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.url !== '/.well-known/jwks.json') {
    echo(req, res);
    return;
  }
  void fetch(gateway.identity.url)
    .then((keys) => keys.text())
    .then((keys) => res.end(keys));
};

beforeAll(async () => {
  [identity, service] = await Promise.all([openUpstream(answerAsIdentity), openUpstream(echo)]);
  grpc = await serveGrpc({
    port: 0,
    tokens: tokensOf('identity'),
    onUnexpected: () => undefined,
    isReady: () => true,
    rpcs: [
      rpc('tributary.identity.v1.Users', 'ExchangeApiKey', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'GetMany', () => Promise.resolve({ users: [] })),
      rpc('tributary.identity.v1.Users', 'NoteRequests', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'NoteUsage', () => Promise.resolve({})),
      rpc('tributary.identity.v1.Users', 'ExchangeSessionCookie', ({ cookie }) => {
        exchanged.push(cookie);
        if (cookie === ENDED) return Promise.reject(unauthenticated('invalid_session'));
        const accessToken = gateway.identity.tokenFor({ id: USER, role: 'brand' });
        return Promise.resolve({ accessToken, successor: cookie === DUE ? NEXT : '' });
      }),
    ],
  });
  gateway = await openGateway(
    { payout: service.url, tracking: service.url, campaign: service.url },
    {
      PUBLIC_URL: ORIGIN,
      IDENTITY_GRPC: `127.0.0.1:${String(grpc.port)}`,
      IDENTITY_URL: identity.url,
      CORS_ORIGINS: '*',
    },
  );
});

afterAll(async () => {
  await gateway.close();
  await grpc.close(0);
  await Promise.all([identity.close(), service.close()]);
});

/** Without fetch, which forbids the headers that only a browser sets. */
const call = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  cookie: string | undefined = VALID,
) => {
  const sent = cookie === '' ? headers : { cookie: `${NAME}=${cookie}`, ...headers };
  const { req, response } = open(`${gateway.url}${path}`, { method, headers: sent });
  req.end();
  const answer = await response;
  const text = (await bytesOf(answer)).toString();
  const body = (text === '' ? {} : JSON.parse(text)) as {
    readonly error?: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  return { status: answer.statusCode, headers: answer.headers, body };
};
const own = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
const LIST = '/api/payouts/list';

describe('a request with a session cookie', () => {
  it('reaches the service with an access token and without the cookie', async () => {
    const before = exchanged.length;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('GET', LIST, { cookie: `other=1; ${NAME}=${VALID}; trv=2` }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.headers['authorization']).toMatch(/^Bearer /);
      expect(body.headers['cookie']).toBe('other=1; trv=2');
      expect(body.headers[INNER]).toBeUndefined();
    }
    expect(exchanged.length - before).toBeLessThanOrEqual(1);
    expect((await call('GET', LIST)).body.headers['cookie']).toBeUndefined();
  });

  it('is answered for this browser alone: no cache keeps the response, no other origin reads it', async () => {
    const { headers } = await call('GET', LIST, own);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers[INNER]).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('gets the successor of its cookie once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => call('GET', LIST, own, DUE)));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const set = all.flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(set).toEqual([`${NAME}=${NEXT}; Path=/; HttpOnly; SameSite=Strict`]);
  });

  it('may change something from our own origin alone', async () => {
    expect((await call('POST', LIST, own)).status).toBe(200);
    expect((await call('POST', LIST, { origin: ORIGIN })).status).toBe(200);
    const before = service.received.length;
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example.net' },
      { origin: 'null' },
      { origin: `${ORIGIN}1` },
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
      { origin: ORIGIN, 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      { referer: `${ORIGIN}/` },
    ];
    for (const method of ['POST', 'PUT', 'DELETE']) {
      for (const headers of foreign) {
        const { status, body } = await call(method, LIST, headers);
        expect(status).toBe(403);
        expect(body).toMatchObject({ error: 'cross_site_request' });
      }
    }
    expect(service.received).toHaveLength(before);
  });

  it('reads nothing where another site caused it', async () => {
    const before = service.received.length;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.net' },
    ]) {
      expect((await call('GET', LIST, headers)).status).toBe(401);
    }
    expect(service.received).toHaveLength(before);
    expect((await call('GET', LIST, { 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('uses its Authorization header where it has one', async () => {
    const authorization = `Bearer ${gateway.identity.tokenFor({ role: 'affiliate' })}`;
    const { body } = await call('POST', LIST, { authorization });
    expect(body.headers['authorization']).toBe(authorization);
    expect(body.headers['cookie']).toBeUndefined();
    const invalid = await call('GET', LIST, { ...own, authorization: 'Bearer nonsense' });
    expect(invalid.status).toBe(401);
  });

  it('gets 401 after the session has ended, and for a value that identity never issues', async () => {
    const before = exchanged.length;
    expect(await call('GET', LIST, own, ENDED)).toMatchObject({
      status: 401,
      body: { error: 'invalid_session' },
    });
    expect((await call('GET', LIST, own, 'trr_x')).status).toBe(401);
    expect(exchanged.slice(before)).toEqual([ENDED]);
  });

  it('carries its cookie to no service on a public path', async () => {
    const { body, headers } = await call('GET', '/r/x', { cookie: `trv=1; ${NAME}=${VALID}` });
    expect(body.headers['cookie']).toBe('trv=1');
    expect(body.headers['authorization']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers[INNER]).toBeUndefined();
  });
});

describe('a page that requests a session cookie', () => {
  const pageHeaders = { ...own, 'x-session-transport': 'cookie' };

  it('signs in: identity learns that it serves a browser, and its cookie is set', async () => {
    const { body, headers } = await call('POST', '/api/auth/login', pageHeaders, '');
    expect(body.headers[INNER]).toBe('none');
    expect(headers['set-cookie']).toEqual([`${NAME}=${NEXT}; Path=/; HttpOnly; SameSite=Strict`]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers[INNER]).toBeUndefined();
    const again = await call('POST', '/api/auth/switch', pageHeaders);
    expect(again.body.headers[INNER]).toBe(VALID);
    expect(again.body.headers['cookie']).toBeUndefined();
  });

  it('signs nobody in for another site, so that no visitor acts in the account of an attacker', async () => {
    const before = identity.received.length;
    for (const headers of [
      { ...pageHeaders, origin: 'https://evil.example.net' },
      { ...pageHeaders, 'sec-fetch-site': 'cross-site' },
      { 'x-session-transport': 'cookie' },
    ]) {
      const { status, body } = await call('POST', '/api/auth/login', headers);
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: 'cross_site_request' });
    }
    expect(identity.received).toHaveLength(before);
    // A form of another site cannot send the header, and a script only after this.
    const preflight = await call('OPTIONS', '/api/auth/login', {
      origin: 'https://evil.example.net',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-session-transport',
    });
    expect(preflight.headers['access-control-allow-headers']).not.toContain('x-session-transport');
  });

  it('gets no cookie without requesting it, and nobody may speak to identity in its place', async () => {
    const { body, headers } = await call('POST', '/api/auth/login', { ...own, [INNER]: VALID });
    expect(body.headers[INNER]).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers[INNER]).toBeUndefined();
  });

  it('signs out: the cookie is deleted', async () => {
    const { headers } = await call('POST', '/api/auth/logout', own);
    expect(headers['set-cookie']).toEqual([
      `${NAME}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`,
    ]);
  });

  it('is refused where the cookie could be read on its way', async () => {
    const insecure = await openGateway({}, { PUBLIC_URL: 'http://tributary.example.com' });
    const { req, response } = open(`${insecure.url}/api/auth/login`, {
      method: 'POST',
      headers: { ...pageHeaders, origin: 'http://tributary.example.com' },
    });
    req.end();
    const answer = await response;
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse((await bytesOf(answer)).toString())).toMatchObject({
      error: 'cookie_session_unavailable',
    });
    await insecure.close();
  });
});
