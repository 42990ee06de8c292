import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Collector, openCollector } from '@tributary/tracing/testing';
import { eventually } from '@tributary/testing';
import {
  type GatewayUnderTest,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

/** Serves identity's keys as soon as the test releases them: until then nobody is admitted. */
interface SlowKeys {
  readonly url: string;
  readonly isAwaited: () => boolean;
  readonly release: () => void;
  readonly close: () => void;
}

async function openSlowKeys(keysUrl: () => string): Promise<SlowKeys> {
  let isAwaited = false;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const answer = async (): Promise<string> => {
    isAwaited = true;
    await released;
    return (await fetch(keysUrl())).text();
  };
  const server: Server = createServer((_req, res) => {
    void answer().then((keys) => res.setHeader('content-type', 'application/json').end(keys));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    isAwaited: () => isAwaited,
    release,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a caller who disconnects before it is admitted', () => {
  let collector: Collector;
  let upstream: Upstream;
  let keys: SlowKeys;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    collector = await openCollector();
    upstream = await openUpstream((_req, res) => res.end('{}'));
    keys = await openSlowKeys(() => gateway.identity.url);
    gateway = await openGateway(
      { payout: upstream.url, tracking: upstream.url },
      {
        IDENTITY_URL: keys.url,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        TRACE_RATIO: '1',
      },
    );
  });
  afterAll(async () => {
    await gateway.close();
    keys.close();
    await upstream.close();
    await collector.close();
  });

  const send = (text: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.on('error', reject);
      socket.write(text, () => {
        resolve(socket);
      });
    });

  it('has its request ended, which no service receives', async () => {
    const { authorization } = gateway.identity.headersFor({ role: 'affiliate' });
    const headers = `host: h\r\nauthorization: ${authorization}\r\n`;
    const sockets = await Promise.all([
      send(`GET /api/payouts/list HTTP/1.1\r\n${headers}\r\n`),
      send(`POST /api/payouts/request HTTP/1.1\r\n${headers}content-length: 2\r\n\r\n{}`),
    ]);
    await eventually(keys.isAwaited);
    for (const socket of sockets) socket.destroy();
    // The gateway notices on the way that those callers are gone.
    expect((await fetch(`${gateway.url}/api/track/x`)).status).toBe(200);
    keys.release();
    const ended = (name: string) => collector.spans().some((span) => span.name === name);
    await eventually(() => ended('GET /api/payouts') && ended('POST /api/payouts'));
    expect(upstream.received.map(({ url }) => url)).toEqual(['/api/track/x']);
  });
});
