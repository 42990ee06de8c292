import { createHmac } from 'node:crypto';
import { runPhp } from './testing/run-php.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const OTHER = '0199aaaa-0000-7000-8000-00000000c22c';
const keptOf = (click: string) =>
  `tributary_click_id=${click}; Max-Age=7776000; Path=/; SameSite=Lax; Secure; Domain=shop.example`;

const call = (code: string, input: unknown): unknown =>
  runPhp(
    [
      '-r',
      `require 'php/tributary.php'; $given = json_decode(stream_get_contents(STDIN), true); echo json_encode(${code});`,
    ],
    input,
  );

const read = (requests: readonly object[]): unknown =>
  call(
    "array_map(fn($one) => \\Tributary\\read_click($one + ['method' => 'GET', 'path' => '/'], ['domain' => 'shop.example']), $given)",
    requests,
  );

describe('the functions for a shop on PHP', () => {
  it('keep the newest click, and read nothing that is none', () => {
    const cookies = `a=b; tributary_click_id=${CLICK}`;
    expect(
      read([
        { query: { click_id: CLICK.toUpperCase() } },
        { cookies },
        { cookies, query: { click_id: CLICK } },
        { cookies, query: { click_id: OTHER } },
        { query: { click_id: `${CLICK}\r\nSet-Cookie: x=1` } },
        { query: { click_id: ['x'] } },
        { cookies: 'tributary_click_id=x' },
      ]),
    ).toEqual([
      { id: CLICK, cookie: keptOf(CLICK), is_call: false },
      { id: CLICK, cookie: null, is_call: false },
      { id: CLICK, cookie: null, is_call: false },
      { id: OTHER, cookie: keptOf(OTHER), is_call: false },
      ...Array.from({ length: 3 }, () => ({ id: null, cookie: null, is_call: false })),
    ]);
  });

  it('set the cookie for the script of the pages, and for no other site', () => {
    const posted = { method: 'POST', path: '/kept-click' };
    const body = JSON.stringify({ click_id: CLICK });
    const calls = [
      { ...posted, body, site: 'same-site' },
      { ...posted, body, site: 'cross-site' },
      { ...posted, body: '{' },
      { ...posted, body: JSON.stringify({ click_id: CLICK, consent: 'denied' }) },
      { ...posted, body: ' '.repeat(5_000) + body },
    ];
    const cookies = (read(calls) as { cookie: string | null }[]).map(({ cookie }) => cookie);
    expect(cookies).toEqual([keptOf(CLICK), null, null, null, null]);
  });

  it('sign an order as the API documents it', () => {
    const order = { click_id: CLICK, transaction_id: 'tx-1', order_value: '120.5', note: 'ü/€' };
    const body = JSON.parse(call("\\Tributary\\signed_order('secret', $given)", order) as string);
    const signature = createHmac('sha256', 'secret').update(`${CLICK}.tx-1.120.50`).digest('hex');
    expect(body).toEqual({ ...order, signature });
    const texts = call("array_map('\\Tributary\\amount_text', $given)", [
      '0',
      '1.1',
      '2.345',
      '2.340',
    ]);
    expect(texts).toEqual(['0.00', '1.10', '2.345', '2.34']);
    for (const wrong of [120.5, '1,5', '01', '-1', '1e3', '']) {
      expect(() => call('\\Tributary\\amount_text($given)', wrong)).toThrow('An amount must be');
    }
  });
});
