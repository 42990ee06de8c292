import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runPhp, runPhpServed } from './testing/run-php.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const page = readFileSync(join(import.meta.dirname, '../../../docs/connectors/php.md'), 'utf8');
const [shop = '', middleware = ''] = [...page.matchAll(/^```php\n(.*?)^```/gms)].map(
  ([, sample = '']) => sample.replace('<?php\n', ''),
);

describe('the samples of the page about PHP', () => {
  it('report the order of a kept click, signed', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(`${request.url ?? ''} ${body}`);
        response.writeHead(201).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(shop).toContain("'https://api.example.com'");
    const visit = `$_SERVER = ['REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'HTTP_COOKIE' => 'tributary_click_id=${CLICK}'];\n`;
    const code = visit + shop.replace('https://api.example.com', url);
    await runPhpServed(code, { ...process.env, TRIBUTARY_SIGNING_SECRET: 'secret' });
    server.close();
    const signature = createHmac('sha256', 'secret')
      .update(`${CLICK}.tx-1001.120.50`)
      .digest('hex');
    const [path = '', body = ''] = bodies[0]?.split(/ (.*)/) ?? [];
    expect([path, bodies.length]).toEqual(['/api/track/conversion', 1]);
    expect(JSON.parse(body)).toEqual({
      signature,
      click_id: CLICK,
      transaction_id: 'tx-1001',
      order_id: '1001',
      order_value: '120.50',
      currency: 'EUR',
    });
  });

  it('keep the click in Laravel with the options and the consent of the shop', () => {
    const kept = `Set-Cookie: tributary_click_id=${CLICK}; Max-Age=7776000; Path=/; SameSite=Lax; Secure; Domain=shop.example`;
    const landing = { query: { click_id: CLICK } };
    const cookies = { consent: 'marketing' };
    const headers = { cookie: `tributary_click_id=${CLICK}` };
    const body = JSON.stringify({ click_id: CLICK });
    const requests = [
      landing,
      { ...landing, cookies },
      { headers, cookies },
      { method: 'POST', path: '/kept-click', body, cookies },
    ];
    expect(runPhp(['src/testing/laravel.php'], { middleware, requests })).toEqual([
      [200, null, []],
      [200, CLICK, [kept]],
      [200, CLICK, []],
      [204, CLICK, [kept]],
    ]);
  });
});
