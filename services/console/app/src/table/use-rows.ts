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

/** A query of all pages of a list that names where its next page begins. */
export const cursorQuery = <Item>(
  key: readonly unknown[],
  load: (
    before: string | undefined,
    signal: AbortSignal,
  ) => Promise<Pick<CursorRows<Item>, 'items' | 'next'>>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, 'pages'],
    queryFn: async ({ pageParam, signal }): Promise<CursorRows<Item>> => {
      const { items, next } = await load(pageParam, signal);
      return { items, next, total: undefined, hasMore: next !== null };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
