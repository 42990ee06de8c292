import {
  doubtOf,
  embeddedVisitorCookie,
  isPrefetch,
  languagesOf,
  signedVisitorOf,
  visitorCookie,
  visitorCookieOf,
} from './visit.ts';

describe('a visit', () => {
  it('reads only cookies of our format', () => {
    const visitor = {
      visitorId: '0199aaaa-0000-7000-8000-000000000001',
      signature: 'x'.repeat(22),
    };
    const cookie = visitorCookie(`${visitor.visitorId}.${visitor.signature}`, true);
    expect(cookie).toMatch(/; SameSite=Lax; Secure$/);
    const value = visitorCookieOf(`a=b; ${cookie.split(';')[0]!}; c=d`);
    expect(signedVisitorOf(value ?? '')).toEqual(visitor);
    for (const forged of [
      'x',
      'a b',
      '$ne',
      'a'.repeat(65),
      `${'a'.repeat(65)}.${'b'.repeat(22)}`,
    ]) {
      expect(signedVisitorOf(visitorCookieOf(`tributary_vid=${forged}`) ?? '')).toBeUndefined();
    }
    expect(visitorCookieOf('not_tributary_vid=0199aaaa-0000-7000')).toBeUndefined();
    expect(visitorCookieOf(undefined)).toBeUndefined();
  });

  it('may set its cookie in pages of other sites only over HTTPS', () => {
    expect(embeddedVisitorCookie('v', true)).toMatch(/; SameSite=None; Secure; Partitioned$/);
    expect(embeddedVisitorCookie('v', false)).toBe(visitorCookie('v', false));
  });

  it.each([
    ['document', 'document', null],
    ['document', undefined, null],
    ['document', 'image', 'embedded'],
    ['document', 'iframe', 'embedded'],
    ['image', 'image', null],
    ['image', 'empty', 'not_embedded'],
  ] as const)('expected as %s and loaded as %s raises the doubt %s', (expected, given, doubt) => {
    expect(doubtOf(given === undefined ? {} : { 'sec-fetch-dest': given }, expected)).toBe(doubt);
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
