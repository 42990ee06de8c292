import { bytesOf, type GatewayUnderTest, open, openGateway } from '../../testing/open-gateway.ts';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await openGateway({});
});

afterAll(async () => {
  await gateway.close();
});

describe('the API reference', () => {
  it('loads files of this server only', async () => {
    const page = await fetch(`${gateway.url}/docs`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const html = await page.text();
    expect(html).not.toMatch(/(src|href)="https?:/);
    const sources = [...html.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      const script = await fetch(`${gateway.url}${source}`);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toContain('javascript');
      await script.arrayBuffer();
    }
  });

  it('sends its script compressed, and 304 to a client that has it', async () => {
    const { req, response } = open(`${gateway.url}/docs/api-reference.js`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    req.end();
    const compressed = await response;
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect((await bytesOf(compressed)).length).toBeLessThan(2_000_000);
    const again = await fetch(`${gateway.url}/docs/api-reference.js`, {
      headers: { 'if-none-match': String(compressed.headers.etag) },
    });
    expect(again.status).toBe(304);
  });
});
