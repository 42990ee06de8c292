import { type Language, languageOf } from '@tributary/contracts';
import { type RequestFacts } from './route.ts';

const MAX_HEADER = 500;

interface Range {
  readonly tag: string;
  readonly weight: number;
}

/** `de-at;q=0.8` as a tag with its region in capitals, and its weight. */
function rangeOf(text: string): Range {
  const [tag = '', ...parameters] = text.trim().split(';');
  const [language = '', region] = tag.trim().split('-');
  const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
  return {
    tag: [language.toLowerCase(), ...(region === undefined ? [] : [region.toUpperCase()])].join(
      '-',
    ),
    weight: weight === undefined ? 1 : Number(weight),
  };
}

/** The first locale with texts that an Accept-Language header prefers; undefined where it names none. */
export function preferredLocale(acceptLanguage: string | undefined): string | undefined {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER).split(',').map(rangeOf);
  const known = ranges.filter(({ tag, weight }) => weight > 0 && languageOf(tag) !== undefined);
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.tag;
}

/** The locale that the client of a request prefers, of those that have texts; undefined where it states none. */
export const localeOfRequest = ({ headers }: Pick<RequestFacts, 'headers'>): string | undefined =>
  preferredLocale(headers['accept-language']?.toString());

/** The language of a page; English where the client states none that has texts. */
export const languageOfRequest = (request: Pick<RequestFacts, 'headers'>): Language =>
  languageOf(localeOfRequest(request) ?? '') ?? 'en';
