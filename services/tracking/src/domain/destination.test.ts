import { locationFor, readDestination, subIdsOf, utmOf } from './destination.ts';

const query = (text: string) => new URLSearchParams(text);

describe('the destination of a redirect', () => {
  it.each([
    ['https://s.example/', '', 'https://s.example/?click_id=ID'],
    ['https://s.example/p?a=1#f', '', 'https://s.example/p?a=1&click_id=ID#f'],
    ['https://s.example/p?a=1', 'b=2&c=x%20y', 'https://s.example/p?a=1&b=2&c=x+y&click_id=ID'],
    ['https://s.example/p?a=1', 'a=2', 'https://s.example/p?a=2&click_id=ID'],
    ['https://s.example/?click_id=old', 'click_id=evil', 'https://s.example/?click_id=ID'],
    ['https://s.example/?q=a%2Bb', '', 'https://s.example/?q=a%2Bb&click_id=ID'],
  ])('%s called with %s leads to %s', (destination, text, location) => {
    expect(locationFor(readDestination(destination), query(text), 'ID')).toBe(location);
  });

  it('carries no click_id where there is no click', () => {
    const destination = readDestination('https://s.example/?a=1');
    expect(locationFor(destination, query(''), undefined)).toBe('https://s.example/?a=1');
  });

  it('reads UTM parameters and sub ids from the query', () => {
    const destination = readDestination('https://s.example/?utm_source=own&utm_term=t');
    expect(utmOf(destination, query('utm_source=mail&utm_medium='))).toEqual({
      source: 'mail',
      medium: null,
      campaign: null,
      term: 't',
      content: null,
    });
    expect(subIdsOf({ own: '1' }, query('sub1=a&sub_id_2=b&subject=c&__proto__=d'))).toEqual({
      own: '1',
      sub1: 'a',
      sub_id_2: 'b',
    });
  });
});
