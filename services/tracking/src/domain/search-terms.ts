/** Where search engines name what was searched for in a result page's address. */
const SEARCH_PARAMETERS = ['q', 'query', 'p', 'wd', 'text'];

/** Texts are compared word by word: lower case, whatever stands between the words. */
const wordsOf = (text: string): string => {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
};

/** What a visitor searched for, as far as the referrer and the paid keyword (utm_term) tell. */
export function searchesOf(referrer: string | undefined, term: string | null): string[] {
  const page = URL.parse(referrer ?? '');
  const searched = SEARCH_PARAMETERS.map((name) => page?.searchParams.get(name) ?? null);
  return [...searched, term].flatMap((text) => (text === null || text === '' ? [] : [text]));
}

/** The same for each click of a campaign, so it is made once. */
const excluded = new WeakMap<readonly string[], readonly string[]>();

function wordsOfAll(keywords: readonly string[]): readonly string[] {
  const known = excluded.get(keywords);
  if (known !== undefined) return known;
  // Of signs alone nothing is left to compare.
  const made = keywords.map(wordsOf).filter((words) => words.trim() !== '');
  excluded.set(keywords, made);
  return made;
}

/** Whether one of the keywords, as a word or a phrase, was searched for. */
export const isExcludedSearch = (
  keywords: readonly string[],
  searches: readonly string[],
): boolean =>
  searches.some((search) => {
    const words = wordsOf(search);
    return wordsOfAll(keywords).some((keyword) => words.includes(keyword));
  });
