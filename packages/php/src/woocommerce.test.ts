import { createHmac } from 'node:crypto';
import { runPlugin } from './testing/run-php.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const COOKIE = `Set-Cookie: tributary_click_id=${CLICK}; Max-Age=7776000; Path=/; SameSite=Lax; Secure`;
const given = { click_id: CLICK, secret: 'a-secret', order_id: 500 };

interface Sent {
  readonly id: number;
  readonly status: string;
  readonly total: string;
  readonly meta_data?: readonly { readonly value: string }[];
  readonly billing: { readonly email: string };
  readonly customer_ip_address: string;
  readonly refunds: readonly { readonly total: string }[];
}

describe('the plugin for WooCommerce', () => {
  it('keeps the click by the server, and requests the script with its hash', () => {
    const { headers, answers, head } = runPlugin(given);
    // On landing, and for the script of a page of the shop; not for another site, nor again while it is kept.
    expect([headers, answers]).toEqual([
      [COOKIE, COOKIE],
      [204, 204],
    ]);
    expect(head).toBe(
      '<script async src="https://links.example.com/t/1.0.0.js" integrity="sha384-x" crossorigin="anonymous" data-cookie="/wp-json/tributary/v1/kept-click"></script>\n',
    );
  });

  it('reports orders, refunds and renewals with their click, signed as WooCommerce does', () => {
    const { requests, later, logged } = runPlugin(given);
    const sent = requests.map(({ body }) => JSON.parse(body) as Sent);
    expect(
      sent.map(({ id, status, meta_data: fields }) => [id, status, fields?.[0]?.value]),
    ).toEqual([
      [500, 'processing', CLICK],
      [500, 'processing', CLICK],
      [502, 'completed', CLICK],
      [504, 'processing', CLICK],
      [504, 'cancelled', CLICK],
      [505, 'processing', undefined],
      [505, undefined, undefined],
    ]);
    expect(sent[1]).toMatchObject({ total: '59.98', refunds: [{ id: 501, total: '-9.98' }] });
    expect(requests.at(-1)?.headers['X-WC-Webhook-Topic']).toBe('order.deleted');
    for (const { headers, body } of requests) {
      const signature = createHmac('sha256', given.secret).update(body).digest('base64');
      expect(headers['X-WC-Webhook-Signature']).toBe(signature);
    }
    expect([later, logged]).toEqual([[], []]);
  });

  it('sends nothing of the person where no affiliate can have brought the order', () => {
    const [, , , , , without] = runPlugin(given).requests;
    const { billing, customer_ip_address: ip } = JSON.parse(without?.body ?? '') as Sent;
    expect([billing.email, ip]).toEqual(['', '']);
  });

  it('sets and reads nothing without consent', () => {
    const { headers, requests } = runPlugin({ ...given, consent: false });
    expect(headers).toEqual([]);
    expect(requests.every(({ body }) => !body.includes(CLICK))).toBe(true);
  });

  it('repeats later what was not taken, and logs what is refused', () => {
    const away = runPlugin({ ...given, status: 503 });
    expect(away.later[0]).toEqual({ in: 60, given: [500, 'order.updated', 1] });
    expect([away.later.length, away.logged]).toEqual([7, []]);
    const refused = runPlugin({ ...given, status: 401 });
    expect([refused.later, refused.logged[0]]).toEqual([[], 'Order 500 was not taken: status 401']);
  });
});
