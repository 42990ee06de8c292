import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { openHttpClient, type HttpClient } from './http-client.ts';
import { openResolver } from '@tributary/egress';
import { MIB } from '@tributary/units';
import { selfSigned } from '../testing/self-signed.ts';

/** For requests that get no response. */
const SHORT_TIMEOUT_MS = 600;
/** For requests that get a response, even on a slow machine. */
const LONG_TIMEOUT_MS = 20_000;
const open = (timeoutMs: number): HttpClient =>
  openHttpClient(openResolver({ allowPrivate: true, servers: [] }), {
    allowPrivate: true,
    timeoutMs,
  });
const impatient = open(SHORT_TIMEOUT_MS);
const patient = open(LONG_TIMEOUT_MS);
const servers: Server[] = [];

const listen = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
};
const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));
const postBy = (by: HttpClient, url: string) =>
  by.send({ url, headers: { 'x-a': 'b' }, body: '{}' });
const post = (url: string) => postBy(patient, url);

afterAll(async () => {
  await impatient.destroy();
  await patient.destroy();
  for (const server of servers) {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    server.close();
  }
});

describe('the HTTP client', () => {
  it('returns the first 4 kB of a response, and aborts one that never ends', async () => {
    let isClosed = false;
    const url = await serve((_req, res) => {
      const more = () => {
        while (!isClosed && res.write('x'.repeat(10_000)));
      };
      res.on('drain', more).on('close', () => (isClosed = true));
      more();
    });
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'x'.repeat(4_096) });
  });

  it('times out while a response drips in slowly', async () => {
    const url = await serve((_req, res) => {
      const timer = setInterval(() => res.write('x'), 50);
      res.on('close', () => {
        clearInterval(timer);
      });
    });
    const result = await postBy(impatient, url);
    // Without a timeout this response would never end.
    expect(result).toMatchObject({
      kind: 'no_response',
      error: 'No complete response within 0.6 seconds',
    });
  });

  it('times out without any response', async () => {
    expect(await postBy(impatient, await serve(() => undefined))).toMatchObject({
      kind: 'no_response',
      error: 'No complete response within 0.6 seconds',
    });
  });

  it('lets no endpoint wait for hanging requests to the same origin', async () => {
    const url = await serve((req, res) => {
      if (req.url === '/well') res.end();
    });
    const mine = open(LONG_TIMEOUT_MS);
    const hanging = Array.from({ length: 200 }, () => postBy(mine, url));
    const well = await postBy(mine, url.replace('/hook', '/well'));
    expect(well).toMatchObject({ kind: 'response', status: 200 });
    await mine.destroy();
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'no_response')).toBe(true);
  });

  it('does not follow redirects', async () => {
    let visits = 0;
    const inner = await serve((_req, res) => {
      visits += 1;
      res.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serve((_req, res) => res.writeHead(status, { location: inner }).end());
      expect(await post(url)).toMatchObject({ kind: 'response', status });
    }
    expect(visits).toBe(0);
  });

  it('does not decompress, so that a small response stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const url = await serve((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const result = await post(url);
    expect(result.kind === 'response' && Buffer.byteLength(result.body)).toBeLessThan(16_384);
  });

  it('accepts a response that is not UTF-8', async () => {
    const url = await serve((_req, res) => res.end(Buffer.from([0xff, 0xfe, 0x41])));
    expect(await post(url)).toMatchObject({ kind: 'response', body: '\ufffd\ufffdA' });
  });

  it.each([
    ['bytes that are not text', Buffer.alloc(5_000, 0xff), '\ufffd'.repeat(1_365)],
    ['three-byte characters', Buffer.from(`x${'語'.repeat(2_000)}`), `x${'語'.repeat(1_365)}`],
    ['four-byte characters', Buffer.from(`xyz${'🙂'.repeat(2_000)}`), `xyz${'🙂'.repeat(1_023)}`],
  ])('returns at most 4 kB of %s, and never half a character', async (_what, sent, returned) => {
    const url = await serve((_req, res) => res.end(sent));
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'response', body: returned });
    expect(Buffer.byteLength(returned)).toBeLessThanOrEqual(4_096);
  });

  it('describes what went wrong', async () => {
    const reset = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await post(reset)).toMatchObject({ kind: 'no_response' });
    const noise = await listen(createTcpServer((socket) => socket.end('no such protocol\r\n\r\n')));
    expect(await post(noise)).toMatchObject({ error: 'The response is not HTTP' });
    const refused = await listen(createTcpServer());
    servers.at(-1)?.close();
    expect(await post(refused)).toMatchObject({ error: 'The connection was refused' });
    const plain = await serve((_req, res) => res.end());
    const tls = await post(plain.replace('http:', 'https:'));
    expect(tls).toMatchObject({ kind: 'no_response', error: expect.stringMatching(/TLS/) });
  });

  it('sends nothing over TLS with an untrusted certificate', async () => {
    let requests = 0;
    const server = createTlsServer(selfSigned, (_req, res) => {
      requests += 1;
      res.end();
    });
    const url = (await listen(server)).replace('http:', 'https:');
    expect(await post(url)).toMatchObject({
      kind: 'no_response',
      error: 'The TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    const other = url.replace('127.0.0.1', 'localhost');
    expect(await post(other)).toMatchObject({ error: expect.stringMatching(/TLS/) });
    expect(requests).toBe(0);
    const broken = await listen(createTcpServer((socket) => socket.end('no TLS at all')));
    expect(await post(broken.replace('http:', 'https:'))).toMatchObject({
      kind: 'no_response',
      error: expect.stringMatching(/TLS/),
    });
  });

  it('returns 4 kB of a response of 10 MB, and does not read all of it', async () => {
    let sent = 0;
    const url = await serve((_req, res) => {
      res.on('close', () => (sent = res.socket?.bytesWritten ?? sent));
      res.end(Buffer.alloc(10 * MIB, 'x'));
    });
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'response', status: 200, body: 'x'.repeat(4_096) });
    expect(sent).toBeLessThan(10 * MIB);
  });

  it('sends a GET without a body', async () => {
    let seen = '';
    const url = await serve((req, res) => {
      seen = `${String(req.method)} ${String(req.url)} ${String(req.headers['content-length'])}`;
      res.end();
    });
    const result = await patient.send({ url: `${url}?a=b`, method: 'GET', headers: {} });
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(seen).toBe('GET /hook?a=b undefined');
  });

  it('refuses a URL that must not be called, without connecting', async () => {
    let connections = 0;
    const inner = await listen(
      createTcpServer((socket) => {
        connections += 1;
        socket.destroy();
      }),
    );
    const strict = openHttpClient(openResolver({ allowPrivate: false, servers: [] }), {
      allowPrivate: false,
      timeoutMs: LONG_TIMEOUT_MS,
    });
    const long = `https://a.example/?a=${'x'.repeat(16_384)}`;
    const secure = inner.replace('http:', 'https:');
    for (const url of [inner, secure, 'https://127.0.0.1/', 'nonsense', long]) {
      expect(await strict.send({ url, headers: {}, body: '' })).toMatchObject({ kind: 'refused' });
    }
    expect(connections).toBe(0);
    await strict.destroy();
  });
});
