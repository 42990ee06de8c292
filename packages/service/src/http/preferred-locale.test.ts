import { languageOfRequest, preferredLocale } from './preferred-locale.ts';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['fr-FR, en-gb;q=0.7, de;q=0.9', 'de'],
  ['en-gb', 'en-GB'],
  ['es-419, es;q=0.9, en;q=0.8', 'es-419'],
  ['de;q=0, en;q=0.1', 'en'],
  ['fr, *;q=0.5', undefined],
  ['de-Latn-DE, de-1996', undefined],
  ['', undefined],
  [undefined, undefined],
])('the header %j prefers %j', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

it('pages are English for a client that prefers no language with texts', () => {
  const languageFor = (header?: string) =>
    languageOfRequest({ headers: header === undefined ? {} : { 'accept-language': header } });
  const headers = ['de-CH, en;q=0.5', 'es-MX, en;q=0.5', 'fr', undefined];
  expect(headers.map(languageFor)).toEqual(['de', 'es', 'en', 'en']);
});
