import { once } from 'node:events';
import { type Collector, openCollector } from '@tributary/tracing/testing';
import { eventually } from '@tributary/testing';
import {
  type GatewayUnderTest,
  open,
  openGateway,
  openUpstream,
  type Upstream,
} from '../../testing/open-gateway.ts';

describe('a caller who disconnects before it is admitted', () => {
  let collector: Collector;
  let upstream: Upstream;
  /** Serves identity's keys as soon as the test releases them: until then nobody is admitted. */
  let keys: Upstream;
  let release: () => void;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    collector = await openCollector();
    upstream = await openUpstream((_req, res) => res.end('{}'));
    const released = new Promise<void>((resolve) => (release = resolve));
    const readKeys = async () => {
      await released;
      return (await fetch(gateway.identity.url)).text();
    };
    keys = await openUpstream((_req, res) => {
      void readKeys().then((text) => res.setHeader('content-type', 'application/json').end(text));
    });
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
    await keys.close();
    await upstream.close();
    await collector.close();
  });

  it('has its request ended, which no service receives', async () => {
    const headers = gateway.identity.headersFor({ role: 'affiliate' });
    const { req: get } = open(`${gateway.url}/api/payouts/list`, { headers });
    const { req: post } = open(`${gateway.url}/api/payouts/request`, { method: 'POST', headers });
    await Promise.all([once(get.end(), 'finish'), once(post.end('{}'), 'finish')]);
    await eventually(() => keys.received.length > 0);
    const closed = [get, post].map((req) => new Promise((resolve) => req.once('close', resolve)));
    for (const req of [get, post]) req.destroy();
    await Promise.all(closed);
    // The gateway notices on the way that those callers are gone.
    expect((await fetch(`${gateway.url}/api/track/x`)).status).toBe(200);
    release();
    const ended = (name: string) => collector.spans().some((span) => span.name === name);
    await eventually(() => ended('GET /api/payouts') && ended('POST /api/payouts'));
    expect(upstream.received.map(({ url }) => url)).toEqual(['/api/track/x']);
  });
});
