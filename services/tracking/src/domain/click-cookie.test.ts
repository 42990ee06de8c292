import { clickCookie } from './click-cookie.ts';

const CLICK = '0199aaaa-0000-7000-8000-00000000c11c';
const cookieFor = (domain: string, page: string | undefined) =>
  clickCookie({ clickId: CLICK, domain }, page);

describe('clickCookie', () => {
  it('keeps the click for 90 days on the domain of the calling page', () => {
    expect(cookieFor('shop.example', 'https://www.shop.example')).toBe(
      `tributary_click_id=${CLICK}; Max-Age=7776000; Path=/; Domain=shop.example; SameSite=Lax; Secure`,
    );
    expect(cookieFor('shop.example', 'http://shop.example')).not.toContain('Secure');
  });

  it.each([
    ['of another site', 'shop.example', 'https://evil.example'],
    ['without an origin', 'shop.example', undefined],
    ['on a domain of one label', 'example', 'https://shop.example'],
    ['with further attributes', 'shop.example; Path=/x', 'https://shop.example'],
  ])('is refused to a page %s', (_which, domain, page) => {
    expect(cookieFor(domain, page)).toBeUndefined();
  });
});
