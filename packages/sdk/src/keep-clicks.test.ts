import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import express from 'express';
import { clickIdOf, keepClicks, type ClickRequest } from './keep-clicks.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const OTHER = '0199aaaa-0000-7000-8000-00000000c22c';
const KEPT = `tributary_click_id=${CLICK}; Max-Age=7776000; Path=/; SameSite=Lax; Secure; Domain=shop.example`;

let server: Server;
let baseUrl: string;
beforeAll(async () => {
  const app = express();
  const hasConsent = ({ headers }: ClickRequest): boolean => headers['x-consent'] !== 'denied';
  app.use(keepClicks({ domain: 'shop.example', hasConsent }));
  app.use(express.json());
  app.get('/', (request, response) => {
    response.cookie('cart', '1').json({ clickId: (request as ClickRequest).clickId ?? null });
  });
  await new Promise<void>((resolve) => {
    server = app.listen(0, () => {
      resolve();
    });
  });
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answered = await fetch(`${baseUrl}${path}`, { headers });
  const { clickId } = (await answered.json()) as { clickId: string | null };
  return { clickId, cookies: answered.headers.getSetCookie() };
};
const post = async (body: string, headers: Record<string, string> = {}) => {
  const answered = await fetch(`${baseUrl}/kept-click`, { method: 'POST', body, headers });
  return { status: answered.status, cookies: answered.headers.getSetCookie() };
};

describe('the middleware for Express', () => {
  it('keeps the click of a landing page beside the shop’s own cookies', async () => {
    expect(await get(`/?click_id=${CLICK.toUpperCase()}&x=1`)).toEqual({
      clickId: CLICK,
      cookies: [KEPT, 'cart=1; Path=/'],
    });
  });

  it('gives the kept click to handlers, and the newest one counts', async () => {
    const cookie = `a=b; tributary_click_id=${CLICK}`;
    expect(await get('/', { cookie })).toEqual({ clickId: CLICK, cookies: ['cart=1; Path=/'] });
    const newer = await get(`/?click_id=${OTHER}`, { cookie });
    expect([newer.clickId, newer.cookies.length]).toEqual([OTHER, 2]);
    expect(clickIdOf({ headers: { cookie } })).toBe(CLICK);
    expect(clickIdOf({ headers: {} })).toBeUndefined();
  });

  it('keeps and reads nothing without consent, and nothing that is no click', async () => {
    const refused = { cookie: `tributary_click_id=${CLICK}`, 'x-consent': 'denied' };
    expect(await get(`/?click_id=${CLICK}`, refused)).toMatchObject({ clickId: null });
    for (const value of ['', 'x', `${CLICK}x`, `${CLICK};Domain=x`]) {
      expect(await get(`/?click_id=${encodeURIComponent(value)}`)).toEqual({
        clickId: null,
        cookies: ['cart=1; Path=/'],
      });
    }
  });

  it('sets the cookie for the script of the pages, and for no other site', async () => {
    const body = JSON.stringify({ click_id: CLICK, domain: 'shop.example' });
    expect(await post(body)).toEqual({ status: 204, cookies: [KEPT] });
    const nothing = { status: 204, cookies: [] };
    expect(await post(body, { 'sec-fetch-site': 'cross-site' })).toEqual(nothing);
    for (const wrong of [
      '{',
      '{}',
      'null',
      JSON.stringify({ click_id: 1 }),
      JSON.stringify({ click_id: CLICK, consent: 'denied' }),
      ' '.repeat(5_000) + body,
    ]) {
      expect(await post(wrong)).toEqual(nothing);
    }
  });
});
