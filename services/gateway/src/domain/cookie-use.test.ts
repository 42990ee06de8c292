import { cookieUse } from './cookie-use.ts';

const OWN = 'https://app.example.com';
const OTHER = 'https://evil.example.net';

describe('the session cookie of a request that may change something', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POSTX'])(
    'counts from our own origin alone: %s',
    (method) => {
      const use = (origin: string | undefined, fetchSite: string | undefined) =>
        cookieUse({ method, origin, fetchSite }, OWN);
      expect(use(OWN, 'same-origin')).toBe('allowed');
      expect(use(OWN, undefined)).toBe('allowed');
      for (const origin of [undefined, 'null', OTHER, `${OWN}:8443`, 'http://app.example.com']) {
        expect(use(origin, 'same-origin')).toBe('refused');
      }
      for (const site of ['same-site', 'cross-site', 'none', '', 'nonsense']) {
        expect(use(OWN, site)).toBe('refused');
      }
    },
  );
});

describe('the session cookie of a request that reads', () => {
  it.each(['GET', 'HEAD', undefined])('is ignored where another site caused it: %s', (method) => {
    const use = (origin: string | undefined, fetchSite: string | undefined) =>
      cookieUse({ method, origin, fetchSite }, OWN);
    expect(use(undefined, 'same-origin')).toBe('allowed');
    expect(use(undefined, 'none')).toBe('allowed');
    expect(use(undefined, undefined)).toBe('allowed');
    expect(use(OWN, 'same-origin')).toBe('allowed');
    for (const site of ['same-site', 'cross-site', 'nonsense']) {
      expect(use(undefined, site)).toBe('ignored');
    }
    expect(use(OTHER, undefined)).toBe('ignored');
    expect(use('null', 'same-origin')).toBe('ignored');
  });
});
