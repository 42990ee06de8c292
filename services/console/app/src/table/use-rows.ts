import { infiniteQueryOptions } from '@tanstack/react-query';

/** One page of a list. */
export interface Rows<Item> {
  readonly items: readonly Item[];
  /** How many there are; undefined where the API does not count them. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
}

/**
 * A query of all pages of a list.
 * @param load reads a page, counted from 1
 */
export const pagesQuery = <Item>(
  key: readonly unknown[],
  load: (page: number, signal: AbortSignal) => Promise<Rows<Item>>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
  });

/** A page of the lists that state how many pages there are. */
export const countedRows = <Item>(
  items: readonly Item[],
  { page, pages, total }: { readonly page: number; readonly pages: number; readonly total: number },
): Rows<Item> => ({ items, total, hasMore: page < pages });
