import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Tributary } from '@tributary/sdk';
import { pageOf, type ScriptSetup } from './shop-pages.ts';

/** A shop as its server knows it. */
export interface Shop {
  readonly port: number;
  /** The setup of the pages for a visitor, by the cookie `setup`. */
  readonly setups: Map<string, ScriptSetup>;
  /** The orders that were placed, with the click that the server knew; empty for none. */
  readonly placed: Map<string, string>;
  close(): Promise<void>;
}

const COOKIE = /(?:^|;\s*)([^=;]+)=([^;]*)/g;

type Cookies = ReadonlyMap<string, string>;

const cookiesOf = ({ headers }: IncomingMessage): Cookies =>
  new Map(
    [...(headers.cookie ?? '').matchAll(COOKIE)].map(([, name = '', value = '']) => [name, value]),
  );

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

/** Scripts of the platform and of the page's own nonce alone, and no text becomes markup or script. */
const policyFor = (src: string, nonce: string): string => {
  const { origin } = new URL(src);
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' ${origin}`,
    `connect-src 'self' ${origin}`,
    "form-action 'self' http://*.shop-pay.test:*",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
};

const CLICK_ID = /^[\da-f-]{36}$/;

/** The server of the shop and of its payment site: it keeps carts, and reports orders with the SDK. */
export async function openShop(tributary: Tributary): Promise<Shop> {
  const setups = new Map<string, ScriptSetup>();
  const placed = new Map<string, string>();
  /** The click that the cart has, by the cart's cookie. */
  const carts = new Map<string, string>();

  const place = async (orderId: string, clickId: string): Promise<void> => {
    if (placed.has(orderId)) return;
    placed.set(orderId, clickId);
    if (!CLICK_ID.test(clickId)) return;
    await tributary.conversions.track({
      click_id: clickId,
      transaction_id: orderId,
      order_id: orderId,
      order_value: '50.00',
    });
  };
  /** The click that the server knows: of the form, of the cookie, or of the cart. */
  const clickOf = (form: URLSearchParams, cookies: Cookies, cart: string): string =>
    [form.get('click_id'), cookies.get('tributary_click_id'), carts.get(cart)].find(Boolean) ?? '';
  const act = async (url: URL, form: URLSearchParams, cart: string, clickId: string) => {
    if (url.pathname === '/cart' && form.size > 0) carts.set(cart, clickId);
    if (url.pathname === '/order') await place(form.get('order') ?? '', clickId);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    const cookies = cookiesOf(request);
    const setup = setups.get(cookies.get('setup') ?? 'default') ?? setups.get('default');
    if (setup === undefined || url.pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const form = await bodyOf(request);
    const cart = cookies.get('cart') ?? randomUUID();
    await act(url, form, cart, clickOf(form, cookies, cart));
    const nonce = randomUUID();
    const site = url.hostname.split('.').slice(-2).join('.');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(setup.src, nonce),
      'set-cookie': `cart=${cart}; Path=/; Domain=${site}`,
    });
    response.end(pageOf({ url, setup, nonce, order: form.get('order') }));
  };

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`the shop failed: ${String(error)}\n`);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setups,
    placed,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
