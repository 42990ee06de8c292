import fc from 'fast-check';
import { macroNames } from '@tributary/contracts';
import { expandMacros, macroIssue } from './postback.ts';

describe('macros of a postback URL', () => {
  it.each([
    'https://t.example/p?c={click_id}&s1={sub1}&s5={sub5}',
    'https://t.example/{click_id}/{event_id}?a={amount}{currency}&s={status}',
    'https://t.example/p',
  ])('accepts %s', (template) => {
    expect(macroIssue(template)).toBeUndefined();
  });

  it.each([
    ['an unknown macro', 'https://t.example/p?c={clickid}', '{clickid} is not a macro'],
    ['an empty one', 'https://t.example/p?c={}', '{} is not a macro'],
    ['one in the host', 'https://{sub1}.example/p', 'path and the query only'],
    ['one in the port', 'https://t.example:{sub1}/p', 'path and the query only'],
    ['one before the host', 'https://{sub1}@t.example/p', 'path and the query only'],
    ['one in the fragment', 'https://t.example/p#{sub1}', 'path and the query only'],
    ['one for the scheme', '{sub1}://t.example/p', 'path and the query only'],
    ['an unmatched brace', 'https://t.example/p?c={click_id', 'A brace is unmatched'],
    ['braces in braces', 'https://t.example/p?c={{click_id}}', 'A brace is unmatched'],
  ])('refuses %s, with the reason', (_what, template, why) => {
    expect(macroIssue(template)).toContain(why);
  });

  it('are replaced by percent-encoded values, and by nothing if the value is unknown', () => {
    const url = expandMacros('https://t.example/{sub2}/p?c={click_id}&s={sub1}&x={sub3}', {
      click_id: 'a b&c=d',
      sub1: 'ü"\r\n\ud800',
      sub2: '..',
    });
    expect(url).toBe('https://t.example//p?c=a%20b%26c%3Dd&s=%C3%BC%22%0D%0A%EF%BF%BD&x=');
  });

  it('never change the registered origin, path and parameter names, whatever their values', () => {
    const template = 'https://t.example/a/{sub1}/b?c={click_id}&s={sub2}';
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (one, two) => {
        const url = new URL(expandMacros(template, { sub1: one, sub2: two, click_id: two }));
        expect(url.origin).toBe('https://t.example');
        expect(url.pathname).toMatch(/^\/a\/[^/]*\/b$/);
        expect([...url.searchParams.keys()]).toEqual(['c', 's']);
        expect(url.searchParams.get('s')).toBe(two);
      }),
    );
  });

  it('are the ten of the contract', () => {
    expect(macroNames).toHaveLength(11);
  });
});
