import { isPrefetch, languagesOf, visitorCookie, visitorOf } from './visit.ts';

describe('a visit', () => {
  it('accepts only cookies of our form', () => {
    const cookie = visitorCookie('0199aaaa-0000-7000-8000-000000000001', true);
    expect(cookie).toMatch(/; Secure$/);
    expect(visitorOf(`a=b; ${cookie.split(';')[0]!}; c=d`)).toHaveLength(36);
    for (const forged of ['x', 'a b', '$ne', 'a'.repeat(65)]) {
      expect(visitorOf(`tributary_vid=${forged}`)).toBeUndefined();
    }
    expect(visitorOf('not_tributary_vid=0199aaaa-0000-7000')).toBeUndefined();
  });

  it.each([
    ['HEAD', {}, true],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, true],
    ['GET', { purpose: 'prefetch' }, true],
    ['GET', { 'sec-fetch-mode': 'navigate' }, false],
  ])('%s with %j is a prefetch: %s', (method, headers, expected) => {
    expect(isPrefetch(method, headers)).toBe(expected);
  });

  it('reads the primary languages', () => {
    expect(languagesOf('de-CH, fr;q=0.9, *;q=0.1')).toEqual(['de', 'fr']);
    expect(languagesOf(undefined)).toEqual([]);
  });
});
