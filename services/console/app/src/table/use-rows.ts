import { infiniteQueryOptions } from '@tanstack/react-query';

/** One page of a list. */
export interface Rows<Item> {
  readonly items: readonly Item[];
  /** How many there are; undefined where the API does not count them. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/** A page with its place in the list. */
export interface PlacedRows<Item> extends Rows<Item> {
  readonly rowsBefore: number;
}

/** How the API finds a page, and what stands before it. */
interface Place<At> {
  readonly at: At;
  readonly rowsBefore: number;
  readonly previous: Place<At> | undefined;
}

/**
 * Pages of a list that are kept at once. Those further away are read again where they come into sight, so that neither
 * memory nor the calls that renew a list grow with it.
 */
const MAX_PAGES = 8;

interface Source<At, Page> {
  readonly first: At;
  readonly load: (at: At, signal: AbortSignal) => Promise<Page>;
  /** Where the page after one begins; undefined after the last one. */
  readonly nextOf: (page: Page, at: At) => At | undefined;
}

function windowQuery<At, Page extends Rows<unknown>>(
  key: readonly unknown[],
  { first, load, nextOf }: Source<At, Page>,
) {
  const start: Place<At> = { at: first, rowsBefore: 0, previous: undefined };
  return infiniteQueryOptions({
    queryKey: [...key, 'pages'],
    queryFn: async ({ pageParam: { at, rowsBefore }, signal }) => ({
      ...(await load(at, signal)),
      rowsBefore,
    }),
    initialPageParam: start,
    getNextPageParam: (page, _all, place): Place<At> | undefined => {
      const at = nextOf(page, place.at);
      if (at === undefined) return undefined;
      return { at, rowsBefore: place.rowsBefore + page.items.length, previous: place };
    },
    getPreviousPageParam: (_page, _all, { previous }): Place<At> | undefined => previous,
    maxPages: MAX_PAGES,
    // The places form a chain, which would be compared with itself link by link.
    structuralSharing: false,
  });
}

/**
 * A query of the pages of a list.
 * @param load reads a page, counted from 1
 */
export const pagesQuery = <Page extends Rows<unknown>>(
  key: readonly unknown[],
  load: (page: number, signal: AbortSignal) => Promise<Page>,
) =>
  windowQuery(key, {
    first: 1,
    load,
    nextOf: ({ hasMore }, page) => (hasMore ? page + 1 : undefined),
  });

/** A page of the lists that state how many pages there are. */
export const countedRows = <Item>(
  items: readonly Item[],
  { page, pages, total }: { readonly page: number; readonly pages: number; readonly total: number },
): Rows<Item> => ({ items, total, hasMore: page < pages });

/** The length of a page of the lists that are read by skipping. */
export const PAGE = 50;
export const skipOf = (page: number): number => (page - 1) * PAGE;

/** A page of the lists that are read by skipping; some state how many records there are. */
export const skippedRows = <Item>(
  items: readonly Item[],
  page: number,
  total?: number,
): Rows<Item> => ({
  items,
  total,
  hasMore: total === undefined ? items.length === PAGE : page * PAGE < total,
});

/** A page of the lists that name where their next page begins. */
interface CursorRows<Item> extends Rows<Item> {
  readonly next: string | null;
}

/** A query of the pages of a list that names where its next page begins. */
export const cursorQuery = <Item>(
  key: readonly unknown[],
  load: (
    before: string | undefined,
    signal: AbortSignal,
  ) => Promise<Pick<CursorRows<Item>, 'items' | 'next'>>,
) =>
  windowQuery<string | undefined, CursorRows<Item>>(key, {
    first: undefined,
    load: async (before, signal) => {
      const { items, next } = await load(before, signal);
      return { items, next, total: undefined, hasMore: next !== null };
    },
    nextOf: ({ next }) => next ?? undefined,
  });
