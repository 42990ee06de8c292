/** Query parameters of search engines' result pages that contain the search terms. */
const SEARCH_PARAMETERS = ['q', 'query', 'p', 'wd', 'text'];

/** The words of a text in lower case, separated by single spaces, for comparison by words. */
const wordsOf = (text: string): string => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
};

/** A visitor's search terms by the referrer and the paid keyword (utm_term). */
export function searchesOf(referrer: string | undefined, term: string | null): string[] {
  const page = URL.parse(referrer ?? '');
  const searched = SEARCH_PARAMETERS.map((name) => page?.searchParams.get(name) ?? null);
  return [...searched, term].flatMap((text) => (text === null || text === '' ? [] : [text]));
}

/** The words of a campaign's excluded keywords, computed once. */
const excluded = new WeakMap<readonly string[], readonly string[]>();

function wordsOfAll(keywords: readonly string[]): readonly string[] {
  const known = excluded.get(keywords);
  if (known !== undefined) return known;
  // Keywords without letters or digits match nothing.
  const computed = keywords.map(wordsOf).filter((words) => words.trim() !== '');
  excluded.set(keywords, computed);
  return computed;
}

/** Whether the search terms contain one of the keywords, as a word or a phrase. */
export const isExcludedSearch = (
  keywords: readonly string[],
  searches: readonly string[],
): boolean =>
  searches.some((search) => {
    const words = wordsOf(search);
    return wordsOfAll(keywords).some((keyword) => words.includes(keyword));
  });
