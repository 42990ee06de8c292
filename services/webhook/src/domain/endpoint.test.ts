import { endpointLimit, headersIssue, maskedSecret, requirePro } from './endpoint.ts';

describe('headersIssue', () => {
  it.each([[{}], [{ Authorization: 'Bearer abc', 'X-Env': 'production' }], [{ 'x-empty': '' }]])(
    'accepts %j',
    (headers) => {
      expect(headersIssue(headers)).toBeUndefined();
    },
  );

  it.each([
    ['a line break', { 'X-A': 'a\r\nX-B: b' }],
    ['a lone line feed', { 'X-A': 'a\nb' }],
    ['a NUL', { 'X-A': 'a\u0000' }],
    ['letters beyond ASCII', { 'X-A': 'ä' }],
    ['a space in the name', { 'X A': 'a' }],
    ['a line break in the name', { 'X-A\r\nX-B': 'a' }],
    ['a colon in the name', { 'X:A': 'a' }],
    ['an empty name', { '': 'a' }],
    ['Host', { Host: 'internal' }],
    ['Content-Length', { 'Content-Length': '0' }],
    ['Content-Type', { 'content-type': 'text/plain' }],
    ['Content-Encoding', { 'Content-Encoding': 'gzip' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Connection', { connection: 'close' }],
    ['Upgrade', { Upgrade: 'h2c' }],
    ['Proxy-Authorization', { 'Proxy-Authorization': 'x' }],
    ['TE', { te: 'trailers' }],
    ['Expect', { expect: '100-continue' }],
    ['our signature', { 'X-Webhook-Signature': 'sha256=0' }],
    ['our id', { 'x-webhook-id': '1' }],
    ['the standard signature', { 'Webhook-Signature': 'v1,0' }],
    ['a name twice', { 'X-A': '1', 'x-a': '2' }],
    ['too long a value', { 'X-A': 'a'.repeat(1001) }],
    ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${String(n)}`, '']))],
  ])('refuses %s', (_name, headers) => {
    expect(headersIssue(headers)).toEqual(expect.any(String));
  });
});

describe('the plan', () => {
  it('bars the free tier, and lets administrators in', () => {
    expect(() => {
      requirePro({ role: 'brand', plan: 'free' });
    }).toThrow('Pro tier');
    requirePro({ role: 'brand', plan: 'pro' });
    requirePro({ role: 'affiliate', plan: 'enterprise' });
    requirePro({ role: 'admin', plan: 'free' });
  });

  it('bounds the number of endpoints', () => {
    expect(endpointLimit({ role: 'brand', plan: 'pro' })).toBe(10);
    expect(endpointLimit({ role: 'brand', plan: 'enterprise' })).toBe(50);
  });
});

it('masks all of a secret but its end', () => {
  expect(maskedSecret('wxyz')).toBe('whsec_************wxyz');
});
