/** The runtimes beside Node, by their packages on npm, and how each runs a file. */
export const RUNTIMES = {
  'bun@1.4.5': ['bun'],
  'deno@2.9.6': ['deno', 'run', '--allow-all'],
} as const;

/** Tracks an order over a retry, signs and unwraps a webhook, and keeps a click, with what the runtime itself has. */
export const RUNTIME_PROGRAM = `
import { createTributary, openWebhooks, readClick } from '@tributary/sdk';
const bodies = [];
const tributary = createTributary({
  baseUrl: 'https://api.example.com',
  signingSecret: 'secret',
  baseDelayMs: 1,
  fetch: async (url, { body }) => {
    bodies.push(JSON.parse(body));
    if (bodies.length === 1) return new Response('', { status: 503 });
    return Response.json({ success: true, data: { conversion_id: 'c' } }, { status: 201 });
  },
});
const order = { click_id: 'k', transaction_id: 't', order_value: '1.50' };
const { data } = await tributary.conversions.track(order);
const webhooks = openWebhooks('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
const event = { id: 'e', event: 'link.clicked', timestamp: 'now', data: {} };
const { body, headers } = await webhooks.signTestEvent(event);
const received = await webhooks.unwrap(body, new Headers(headers));
const landing = 'https://shop.example/?click_id=0199aaaa-0000-7000-8000-00000000c11c';
const click = await readClick(new Request(landing));
const page = new Response('page');
click.keepIn(page.headers);
const [cookie] = page.headers.getSetCookie();
console.log([data.conversion_id, bodies[1].signature.length, received.event, cookie.length].join(' '));
`;

/** What it prints everywhere. */
export const RUNTIME_OUTPUT = 'c 64 link.clicked 102';
