import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { samplesOf } from './package/samples.ts';
import { openSamples } from './testing/run-samples.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const KEPT = `tributary_click_id=${CLICK}; Max-Age=7776000; Path=/; SameSite=Lax; Secure; Domain=shop.example`;
const cookie = `tributary_click_id=${CLICK}; consent=marketing`;

/** What a middleware of Next.js uses of its requests and responses. */
const NEXT = `data:text/javascript,${encodeURIComponent(
  'export class NextRequest extends Request {}; export const NextResponse = { next: () => new Response() };',
)}`;

type Middleware = (request: Request) => Promise<Response>;

/** A request as Next.js makes it. */
const nextRequest = (path: string, headers: Record<string, string> = {}): Request => {
  const cookies = { get: () => ({ value: 'marketing' }) };
  return Object.assign(new Request(`https://www.shop.example${path}`, { headers }), { cookies });
};

let samples: Awaited<ReturnType<typeof openSamples>>;
beforeEach(async () => {
  samples = await openSamples(process.env);
});
afterEach(() => samples.close());
const orders = (): string[] => [...samples.api.effects.keys()];

it('the shop on Express of its page keeps the click, and reports the order', async () => {
  const [sample = ''] = samplesOf('docs/connectors/express.md');
  const listening = 'app.listen(3000);';
  expect(sample).toContain(listening);
  const { server } = await samples.load<{ server: Server }>(
    sample.replace(listening, 'export const server = app.listen(0);'),
    { express: import.meta.resolve('express') },
  );
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const landed = await fetch(`${url}/?click_id=${CLICK}`);
  expect(landed.headers.getSetCookie()).toEqual([KEPT]);
  const ordered = async (headers: Record<string, string>) =>
    (await fetch(`${url}/orders`, { method: 'POST', headers })).status;
  expect([await ordered({}), orders()]).toEqual([201, []]);
  expect([await ordered({ cookie }), orders()]).toEqual([201, ['order tx-1001']]);
  server.closeAllConnections();
  server.close();
});

it('the middleware and the route of Next.js of their page do, too', async () => {
  const [middlewareText = '', routeText = ''] = samplesOf('docs/connectors/nextjs.md');
  const { middleware } = await samples.load<{ middleware: Middleware }>(middlewareText, {
    'next/server': NEXT,
  });
  const landed = await middleware(nextRequest(`/?click_id=${CLICK}`));
  expect(landed.headers.getSetCookie()).toEqual([KEPT]);
  const { POST } = await samples.load<{ POST: Middleware }>(routeText);
  expect([(await POST(nextRequest('/orders'))).status, orders()]).toEqual([201, []]);
  const { status } = await POST(nextRequest('/orders', { cookie }));
  expect([status, orders()]).toEqual([201, ['order tx-1001']]);
});

it('the program of the page about Python signs as the API documents it', () => {
  const page = join(import.meta.dirname, '../../../docs/python-client.md');
  const [sample = ''] =
    /(?<=^```python\n)import hashlib.*?(?=^```)/ms.exec(readFileSync(page, 'utf8')) ?? [];
  const given = `click_id, transaction_id, secret = '${CLICK}', 'tx-1001', 'secret'\n`;
  const program = `${given}${sample}print(signature)`;
  const printed = execFileSync('python3', ['-c', program], { encoding: 'utf8' });
  const signed = createHmac('sha256', 'secret').update(`${CLICK}.tx-1001.120.50`);
  expect(printed.trim()).toBe(signed.digest('hex'));
});
