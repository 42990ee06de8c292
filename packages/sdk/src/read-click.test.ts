import { readClick } from './read-click.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const OTHER = '0199aaaa-0000-7000-8000-00000000c22c';
const kept = (click: string) =>
  `tributary_click_id=${click}; Max-Age=7776000; Path=/; SameSite=Lax; Secure; Domain=shop.example`;
const cookie = `a=b; tributary_click_id=${CLICK}`;

/** The click of a request, and the cookies that a page would set beside its own. */
async function visit(path: string, init: RequestInit = {}, hasConsent = true) {
  const request = new Request(`https://www.shop.example${path}`, init);
  const { id, answer, keepIn } = await readClick(request, { domain: 'shop.example', hasConsent });
  const page = new Response('page', { headers: { 'set-cookie': 'cart=1' } });
  keepIn(page.headers);
  return { id, status: answer?.status, cookies: page.headers.getSetCookie().slice(1) };
}

describe('the click of a request', () => {
  it('is that of the landing page, else the kept one, and is kept once', async () => {
    const page = { status: undefined };
    expect(await visit(`/?click_id=${CLICK.toUpperCase()}`)).toEqual({
      ...page,
      id: CLICK,
      cookies: [kept(CLICK)],
    });
    expect(await visit('/', { headers: { cookie } })).toEqual({ ...page, id: CLICK, cookies: [] });
    expect(await visit(`/?click_id=${OTHER}`, { headers: { cookie } })).toEqual({
      ...page,
      id: OTHER,
      cookies: [kept(OTHER)],
    });
    expect(await visit('/?click_id=x')).toEqual({ ...page, id: undefined, cookies: [] });
  });

  it('is neither read nor kept without consent', async () => {
    const nothing = { id: undefined, status: undefined, cookies: [] };
    expect(await visit(`/?click_id=${OTHER}`, { headers: { cookie } }, false)).toEqual(nothing);
  });

  it('is kept for the script of the pages, whose call is answered, and for no other site', async () => {
    const method = 'POST';
    const body = JSON.stringify({ click_id: CLICK });
    const answered = { status: 204, id: CLICK, cookies: [kept(CLICK)] };
    expect(await visit('/kept-click', { method, body })).toEqual(answered);
    const call = new Request('https://shop.example/kept-click', { method, body });
    const { answer } = await readClick(call, { domain: 'shop.example' });
    expect(answer?.headers.getSetCookie()).toEqual([kept(CLICK)]);
    for (const [wrong, headers] of [
      [body, { 'sec-fetch-site': 'cross-site' }],
      ['{', {}],
      [JSON.stringify({ click_id: CLICK, consent: 'denied' }), {}],
      [' '.repeat(5_000) + body, {}],
    ] as const)
      expect((await visit('/kept-click', { method, body: wrong, headers })).cookies).toEqual([]);
  });
});
