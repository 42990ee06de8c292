import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MIB } from '@tributary/units';
import { digestOf, registryAt } from './registry.ts';

const MANIFEST = JSON.stringify({ schemaVersion: 2, manifests: [] });
const DIGEST = `sha256:${createHash('sha256').update(MANIFEST).digest('hex')}`;
const CREDENTIALS = 'reader:secret';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a manifest to those with a token, which it gives to those with the right password. */
const guarded =
  (basic: string): Answer =>
  (request, response) => {
    const host = request.headers.host ?? '';
    const url = new URL(request.url ?? '', `http://${host}`);
    const { authorization } = request.headers;
    if (url.pathname === '/token') {
      const known = authorization === `Basic ${Buffer.from(basic).toString('base64')}`;
      const scope = url.searchParams.get('scope') ?? '';
      response.writeHead(known ? 200 : 401);
      response.end(JSON.stringify({ token: `may ${scope}` }));
    } else if (authorization === 'Bearer may repository:library/mongo:pull') {
      response.end(MANIFEST);
    } else {
      const challenge = `Bearer realm="http://${host}/token",service="test",scope="repository:library/mongo:pull"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
  };

describe('the digest of an image', () => {
  let server: Server;
  let address: string;
  let requests: IncomingMessage[];
  let answer: Answer;

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const digest = async (credentials?: string): Promise<string> =>
    digestOf(registryAt(address, credentials), 'library/mongo:7');

  it('is that of the bytes that the registry serves for the tag, over all platforms', async () => {
    answer = (_, response) =>
      void response.setHeader('docker-content-digest', DIGEST).end(MANIFEST);
    expect(await digest()).toBe(DIGEST);
    expect(requests.map(({ url }) => url)).toEqual(['/v2/library/mongo/manifests/7']);
    expect(requests[0]?.headers.accept).toMatch(/image\.index\.v1\+json.*manifest\.list/);
  });

  it('is read with a token that the registry gives for the credentials', async () => {
    answer = guarded(CREDENTIALS);
    expect(await digest(CREDENTIALS)).toBe(DIGEST);
  });

  it('is read with the credentials alone where the registry has no tokens', async () => {
    answer = ({ headers }, response) => {
      if (headers.authorization === `Basic ${btoa(CREDENTIALS)}`) response.end(MANIFEST);
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
    };
    expect(await digest(CREDENTIALS)).toBe(DIGEST);
  });

  it('is unknown to strangers and with a wrong password, which no error repeats', async () => {
    answer = guarded(CREDENTIALS);
    await expect(digest()).rejects.toThrow('gave no access');
    const wrong = digest('reader:wrong-password');
    await expect(wrong).rejects.toThrow('REGISTRY_PASSWORD');
    await expect(wrong).rejects.not.toThrow('wrong-password');
  });

  it.each([
    [404, 'answered 404 for library/mongo:7'],
    [429, 'answered 429'],
    [503, 'answered 503'],
    [403, 'gave no access'],
  ])('is refused where the registry answers %d', async (status, message) => {
    answer = (_, response) => void response.writeHead(status).end(MANIFEST);
    await expect(digest()).rejects.toThrow(message);
  });

  it('is refused where the bytes are not those that the registry states, or none', async () => {
    const other = `sha256:${'0'.repeat(64)}`;
    answer = (_, response) => void response.setHeader('docker-content-digest', other).end(MANIFEST);
    await expect(digest()).rejects.toThrow('damaged manifest');
    answer = (_, response) => void response.end();
    await expect(digest()).rejects.toThrow('damaged manifest');
  });

  it('is refused where a manifest is larger than any may be', async () => {
    answer = (_, response) => void response.end(Buffer.alloc(4 * MIB + 1));
    await expect(digest()).rejects.toThrow('more than 4 MiB');
  });

  it('is refused where the registry sends elsewhere, without following', async () => {
    answer = (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(digest()).rejects.toThrow(address);
    expect(requests).toHaveLength(1);
  });

  it('is refused where the registry breaks off or its token is none', async () => {
    answer = (request) => request.socket.destroy();
    await expect(digest()).rejects.toThrow(address);
    answer = (request, response) => {
      if (request.url?.startsWith('/token') === true) response.end('no JSON');
      else guarded('')(request, response);
    };
    await expect(digest()).rejects.toThrow('gave no access');
  });

  it('is not requested without TLS from another machine', () => {
    expect(() => registryAt('http://registry.example.com')).toThrow('without TLS');
    expect(registryAt('registry.example.com').url.protocol).toBe('https:');
  });
});
