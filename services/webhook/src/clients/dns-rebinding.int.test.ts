import { createServer, type AddressInfo, type Server } from 'node:net';
import { type DnsStub, openDnsStub } from '../testing/dns-stub.ts';
import { targetCheck } from './target-check.ts';
import { openHttpClient, type HttpClient } from './http-client.ts';
import { openResolver, type Resolver } from '@tributary/egress';

const PUBLIC_ADDRESS = '93.184.216.34';
/** Long enough for a DNS lookup on a slow machine; no test waits for it. */
const TIMEOUT_MS = 30_000;

describe('a host name that changes its address', () => {
  let dns: DnsStub;
  let resolver: Resolver;
  let client: HttpClient;
  let canary: Server;
  let visits = 0;

  beforeAll(async () => {
    dns = await openDnsStub();
    resolver = openResolver({ allowPrivate: false, servers: [dns.server] });
    client = openHttpClient(resolver, { allowPrivate: false, timeoutMs: TIMEOUT_MS });
    canary = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await client.destroy();
    canary.close();
    await dns.close();
  });

  const check = (url: string) => targetCheck(resolver, { allowPrivate: false })(url, 'url');
  const post = (url: string) => client.send({ url, headers: {}, body: '{}' });

  it('is refused at delivery if it is private by then', async () => {
    dns.answer('rebind.example.com', [PUBLIC_ADDRESS]);
    await check('https://rebind.example.com/hook');
    for (const inner of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fd00:ec2::254']) {
      dns.answer('rebind.example.com', [inner]);
      expect(await post('https://rebind.example.com/hook')).toMatchObject({
        kind: 'refused',
        error: 'The host leads to an address that is not public',
      });
    }
    expect(visits).toBe(0);
  });

  it('is refused if any of its addresses is not public', async () => {
    dns.answer('mixed.example.com', [PUBLIC_ADDRESS, '127.0.0.1']);
    expect(await post('https://mixed.example.com/')).toMatchObject({ kind: 'refused' });
    dns.answer('mixed.example.com', [PUBLIC_ADDRESS, '::1']);
    expect(await post('https://mixed.example.com/')).toMatchObject({ kind: 'refused' });
    await expect(check('https://mixed.example.com/')).rejects.toMatchObject({
      code: 'invalid_url',
    });
  });

  it('is refused at registration if it is private', async () => {
    dns.answer('inner.example.com', ['192.168.1.1']);
    await expect(check('https://inner.example.com/')).rejects.toMatchObject({
      code: 'invalid_url',
    });
  });

  it('is accepted at registration if it does not exist, and fails at delivery', async () => {
    await check('https://not-there-yet.example.com/');
    expect(await post('https://not-there-yet.example.com/')).toMatchObject({
      kind: 'no_response',
      error: 'The host name does not exist',
    });
  });

  it('is connected to at the very address that was checked', async () => {
    // One lookup serves the check and the connection, so no second response can differ.
    let lookups = 0;
    const { port } = canary.address() as AddressInfo;
    const pinned = openResolver({ allowPrivate: true, servers: [] });
    const counting: Resolver = {
      ...pinned,
      lookup: (_name, options, done) => {
        lookups += 1;
        if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
        else done(null, '127.0.0.1', 4);
      },
    };
    const lax = openHttpClient(counting, { allowPrivate: true, timeoutMs: TIMEOUT_MS });
    await lax.send({ url: `http://pinned.example.com:${String(port)}/`, headers: {}, body: '' });
    expect(lookups).toBe(1);
    expect(visits).toBe(1);
    await lax.destroy();
  });
});
