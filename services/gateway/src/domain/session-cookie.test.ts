import { sessionCookieAt } from './session-cookie.ts';

const VALUE = `trs_${'a'.repeat(86)}`;

describe('the session cookie', () => {
  it('is readable by no script, and of one host over https', () => {
    const cookie = sessionCookieAt('https://app.example.com');
    expect(cookie?.setTo(VALUE)).toBe(
      `__Host-tributary_session=${VALUE}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(cookie?.setTo(undefined)).toBe(
      '__Host-tributary_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
    expect(cookie?.read(`tributary_session=${VALUE}`)).toBeUndefined();
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'has a plain name at %s, because browsers refuse __Host- without https',
    (url) => {
      expect(sessionCookieAt(url)?.setTo(VALUE)).toBe(
        `tributary_session=${VALUE}; Path=/; HttpOnly; SameSite=Strict`,
      );
    },
  );

  it.each(['http://app.example.com', 'http://localhost.example.com', 'http://127.0.0.1.nip.io'])(
    'does not exist at %s, where it could be read on its way',
    (url) => {
      expect(sessionCookieAt(url)).toBeUndefined();
    },
  );

  it('is found among others, and removed for services, which keep the others', () => {
    const cookie = sessionCookieAt('http://localhost:8080');
    const header = `a=1; tributary_session=${VALUE};b=2`;
    expect(cookie?.read(header)).toBe(VALUE);
    expect(cookie?.removeFrom(header)).toBe('a=1; b=2');
    expect(cookie?.removeFrom(`tributary_session=${VALUE}`)).toBe('');
    expect(cookie?.removeFrom('trv=x; c=3')).toBe('trv=x; c=3');
  });

  it('has no value that identity never issues', () => {
    const cookie = sessionCookieAt('http://localhost:8080');
    for (const value of ['', 'x', `trr_${'a'.repeat(86)}`, `${VALUE}a`, `"${VALUE}"`]) {
      expect(cookie?.read(`tributary_session=${value}`)).toBeUndefined();
    }
    expect(cookie?.read(`x_tributary_session=${VALUE}`)).toBeUndefined();
    expect(cookie?.read(undefined)).toBeUndefined();
  });
});
