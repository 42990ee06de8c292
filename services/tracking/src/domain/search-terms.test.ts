import { isExcludedSearch, searchesOf } from './search-terms.ts';

describe('the search terms of a visitor', () => {
  it.each([
    ['https://www.google.com/search?q=acme+shoes', null, ['acme shoes']],
    ['https://search.yahoo.com/search?p=acme', null, ['acme']],
    ['https://yandex.ru/search/?text=%D0%BE%D0%B1%D1%83%D0%B2%D1%8C', null, ['обувь']],
    ['https://blog.example.com/?q=', 'acme sale', ['acme sale']],
    ['https://duckduckgo.com/?q=a', 'b', ['a', 'b']],
    ['no address', null, []],
    [undefined, null, []],
  ] as const)('by the referrer %s and the paid keyword %s are %j', (referrer, term, searches) => {
    expect(searchesOf(referrer, term)).toEqual(searches);
  });

  it.each([
    [['acme'], 'ACME outlet', true],
    [['acme'], 'acmeology', false],
    [['acme shoes'], 'buy acme-shoes, cheap', true],
    [['acme shoes'], 'shoes by acme', false],
    [['Ａｃｍｅ'], 'acme', true],
    [['c++'], 'learn c today', true],
    [['++'], 'learn c++ today', false],
    [[], 'acme', false],
  ])('with the excluded keywords %j: %s is excluded: %s', (keywords, search, isRefused) => {
    expect(isExcludedSearch(keywords, [search])).toBe(isRefused);
  });
});
