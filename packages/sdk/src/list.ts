/**
 * A list: `await` gets the page that the query names, `for await` reads every record of every page, and `pages()`
 * every page as the API answers it. Nothing is sent before one of them is used.
 */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  pages(): AsyncIterable<Page>;
}

type Query = Readonly<Record<string, unknown>>;

/** The parameter for the size of a page, and that for where it begins. */
const SIZES: Readonly<Record<string, string>> = { page: 'per_page', page_size: 'page_size' };

/** The size of a page where the caller names none: the API's maximum, so that few calls read everything. */
const SIZE = 100;

const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((found, name) => (found as Query | undefined)?.[name], value);

/** How a list is continued. */
export interface Paging {
  /** `page`, `page_size`, `skip`, `offset` or `before`. */
  readonly style: string;
  /** Where the records are in an answer, such as `data.conversions`. */
  readonly items: string;
}

/** The query of the next page; undefined after the last. */
function nextQuery(style: string, query: Query, page: unknown, count: number): Query | undefined {
  if (style === 'before') {
    const before = at(page, 'next_before');
    return typeof before === 'string' ? { ...query, before } : undefined;
  }
  if (count < Number(query[SIZES[style] ?? 'limit'])) return undefined;
  const name = SIZES[style] === undefined ? style : 'page';
  const step = SIZES[style] === undefined ? count : 1;
  const start = Number(query[name] ?? (name === 'page' ? 1 : 0));
  return { ...query, [name]: start + step };
}

/** A list that `load` reads page by page. */
export function openList(
  { style, items }: Paging,
  query: Query,
  load: (query: Query) => Promise<unknown>,
): List<unknown, unknown> {
  const recordsOf = (page: unknown): unknown[] => (at(page, items) ?? []) as unknown[];
  async function* pages(): AsyncGenerator {
    let next: Query | undefined = { [SIZES[style] ?? 'limit']: SIZE, ...query };
    while (next !== undefined) {
      const page = await load(next);
      yield page;
      next = nextQuery(style, next, page, recordsOf(page).length);
    }
  }
  return {
    then: (resolve, reject) => load(query).then(resolve, reject),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* recordsOf(page);
    },
  };
}
