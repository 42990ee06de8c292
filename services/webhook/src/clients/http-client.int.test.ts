import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { gzipSync } from 'node:zlib';
import { openPoster, type Poster } from './http-client.ts';
import { openResolver } from '@tributary/egress';
import { MIB } from '@tributary/units';
import { selfSigned } from '../testing/self-signed.ts';

/** For what is never answered. */
const HASTY_MS = 600;
/** What is answered in the end, however slow the machine is. */
const PATIENT_MS = 20_000;
const open = (timeoutMs: number): Poster =>
  openPoster(openResolver({ allowPrivate: true, servers: [] }), { allowPrivate: true, timeoutMs });
const hasty = open(HASTY_MS);
const patient = open(PATIENT_MS);
const servers: Server[] = [];

const listen = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
};
const answering = (answer: RequestListener): Promise<string> => listen(createServer(answer));
const postBy = (by: Poster, url: string) => by.post({ url, headers: { 'x-a': 'b' }, body: '{}' });
const post = (url: string) => postBy(patient, url);

afterAll(async () => {
  await hasty.destroy();
  await patient.destroy();
  for (const server of servers) {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    server.close();
  }
});

describe('post', () => {
  it('keeps the first 4 kB of an answer, cutting one that never ends', async () => {
    let isCut = false;
    const url = await answering((_req, res) => {
      const more = () => {
        while (!isCut && res.write('x'.repeat(10_000)));
      };
      res.on('drain', more).on('close', () => (isCut = true));
      more();
    });
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(4_096) });
  });

  it('ends an attempt in time, however slowly the answer drips', async () => {
    const url = await answering((_req, res) => {
      const timer = setInterval(() => res.write('x'), 50);
      res.on('close', () => {
        clearInterval(timer);
      });
    });
    const result = await postBy(hasty, url);
    // By itself the answer would never end.
    expect(result).toMatchObject({
      kind: 'unanswered',
      error: 'No complete answer within 0.6 seconds',
    });
  });

  it('ends an attempt in time where nothing is answered at all', async () => {
    expect(await postBy(hasty, await answering(() => undefined))).toMatchObject({
      kind: 'unanswered',
      error: 'No complete answer within 0.6 seconds',
    });
  });

  it('lets no endpoint wait for others at the same origin that hang', async () => {
    const url = await answering((req, res) => {
      if (req.url === '/well') res.end();
    });
    const mine = open(PATIENT_MS);
    const hanging = Array.from({ length: 200 }, () => postBy(mine, url));
    const well = await postBy(mine, url.replace('/hook', '/well'));
    expect(well).toMatchObject({ kind: 'answered', status: 200 });
    await mine.destroy();
    expect((await Promise.all(hanging)).every(({ kind }) => kind === 'unanswered')).toBe(true);
  });

  it('follows no redirect', async () => {
    let visits = 0;
    const inner = await answering((_req, res) => {
      visits += 1;
      res.end();
    });
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await answering((_req, res) => res.writeHead(status, { location: inner }).end());
      expect(await post(url)).toMatchObject({ kind: 'answered', status });
    }
    expect(visits).toBe(0);
  });

  it('unpacks nothing, so that a small answer stays small', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const url = await answering((_req, res) =>
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const result = await post(url);
    expect(result.kind === 'answered' && Buffer.byteLength(result.body)).toBeLessThan(16_384);
  });

  it('takes an answer that is not UTF-8', async () => {
    const url = await answering((_req, res) => res.end(Buffer.from([0xff, 0xfe, 0x41])));
    expect(await post(url)).toMatchObject({ kind: 'answered', body: '\ufffd\ufffdA' });
  });

  it.each([
    ['bytes that are no text', Buffer.alloc(5_000, 0xff), '\ufffd'.repeat(1_365)],
    ['text of long characters', Buffer.from(`x${'語'.repeat(2_000)}`), `x${'語'.repeat(1_365)}`],
    [
      'text of the longest ones',
      Buffer.from(`xyz${'🙂'.repeat(2_000)}`),
      `xyz${'🙂'.repeat(1_023)}`,
    ],
  ])('keeps 4 kB at most of %s, and no half of a character', async (_what, sent, kept) => {
    const url = await answering((_req, res) => res.end(sent));
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'answered', body: kept });
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(4_096);
  });

  it('says in plain words what went wrong', async () => {
    const reset = await listen(createTcpServer((socket) => socket.destroy()));
    expect(await post(reset)).toMatchObject({ kind: 'unanswered' });
    const noise = await listen(createTcpServer((socket) => socket.end('no such protocol\r\n\r\n')));
    expect(await post(noise)).toMatchObject({ error: 'The answer is not HTTP' });
    const refused = await listen(createTcpServer());
    servers.at(-1)?.close();
    expect(await post(refused)).toMatchObject({ error: 'The connection was refused' });
    const plain = await answering((_req, res) => res.end());
    const tls = await post(plain.replace('http:', 'https:'));
    expect(tls).toMatchObject({ kind: 'unanswered', error: expect.stringMatching(/TLS/) });
  });

  it('sends nothing over TLS that it cannot trust, and says why', async () => {
    let requests = 0;
    const server = createTlsServer(selfSigned, (_req, res) => {
      requests += 1;
      res.end();
    });
    const url = (await listen(server)).replace('http:', 'https:');
    expect(await post(url)).toMatchObject({
      kind: 'unanswered',
      error: 'The TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
    const other = url.replace('127.0.0.1', 'localhost');
    expect(await post(other)).toMatchObject({ error: expect.stringMatching(/TLS/) });
    expect(requests).toBe(0);
    const broken = await listen(createTcpServer((socket) => socket.end('no TLS at all')));
    expect(await post(broken.replace('http:', 'https:'))).toMatchObject({
      kind: 'unanswered',
      error: expect.stringMatching(/TLS/),
    });
  });

  it('keeps 4 kB of an answer of 10 MB, and takes no more than it must', async () => {
    let sent = 0;
    const url = await answering((_req, res) => {
      res.on('close', () => (sent = res.socket?.bytesWritten ?? sent));
      res.end(Buffer.alloc(10 * MIB, 'x'));
    });
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(4_096) });
    expect(sent).toBeLessThan(10 * MIB);
  });

  it('calls by GET without a body, where it is told to', async () => {
    let seen = '';
    const url = await answering((req, res) => {
      seen = `${String(req.method)} ${String(req.url)} ${String(req.headers['content-length'])}`;
      res.end();
    });
    const result = await patient.post({ url: `${url}?a=b`, method: 'GET', headers: {} });
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(seen).toBe('GET /hook?a=b undefined');
  });

  it('refuses what may not be called, without calling it', async () => {
    let connections = 0;
    const inner = await listen(
      createTcpServer((socket) => {
        connections += 1;
        socket.destroy();
      }),
    );
    const strict = openPoster(openResolver({ allowPrivate: false, servers: [] }), {
      allowPrivate: false,
      timeoutMs: PATIENT_MS,
    });
    const long = `https://a.example/?a=${'x'.repeat(16_384)}`;
    const secure = inner.replace('http:', 'https:');
    for (const url of [inner, secure, 'https://127.0.0.1/', 'nonsense', long]) {
      expect(await strict.post({ url, headers: {}, body: '' })).toMatchObject({ kind: 'refused' });
    }
    expect(connections).toBe(0);
    await strict.destroy();
  });
});
