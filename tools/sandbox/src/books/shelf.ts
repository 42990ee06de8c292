/** Records in the order they came, replaced in place, found by id. Never more than its limit. */
export type Shelf<Item extends Readonly<{ id: string }>> = Readonly<{
  /** @throws RangeError where a new record would pass the limit: check `hasRoomFor` first */
  put(item: Item): void;
  find(id: string): Item | undefined;
  hasRoomFor(count: number): boolean;
  /** Newest first; with `afterId` only those that came before that one. */
  newestFirst(afterId?: string): Iterable<Item>;
  oldestFirst(): Iterable<Item>;
}>;

export function createShelf<Item extends Readonly<{ id: string }>>(limit: number): Shelf<Item> {
  const items: Item[] = [];
  const positions = new Map<string, number>();

  function* newestFirst(afterId?: string): Iterable<Item> {
    const start = afterId === undefined ? items.length : (positions.get(afterId) ?? 0);
    for (let at = start - 1; at >= 0; at -= 1) {
      const item = items[at];
      if (item) yield item;
    }
  }

  return {
    put: (item) => {
      const position = positions.get(item.id);
      if (position !== undefined) {
        items[position] = item;
        return;
      }
      if (items.length >= limit) throw new RangeError('The shelf is full.');
      positions.set(item.id, items.length);
      items.push(item);
    },
    find: (id) => {
      const position = positions.get(id);
      return position === undefined ? undefined : items[position];
    },
    hasRoomFor: (count) => items.length + count <= limit,
    newestFirst,
    oldestFirst: () => items.values(),
  };
}

/** Up to `limit` of the items that pass, and whether there are more. */
export function takePage<Item>(
  items: Iterable<Item>,
  limit: number,
  passes: (item: Item) => boolean,
): Readonly<{ page: Item[]; hasMore: boolean }> {
  const page: Item[] = [];
  for (const item of items) {
    if (!passes(item)) continue;
    if (page.length === limit) return { page, hasMore: true };
    page.push(item);
  }
  return { page, hasMore: false };
}

export type NumberedPage<Item> = Readonly<{ items: Item[]; total: number; totalPages: number }>;

/** Page `page` (from 1) of the items, with the counts. */
export function takeNumberedPage<Item>(
  items: Iterable<Item>,
  page: number,
  pageSize: number,
): NumberedPage<Item> {
  const all = [...items];
  const from = (page - 1) * pageSize;
  return {
    items: all.slice(from, from + pageSize),
    total: all.length,
    totalPages: Math.ceil(all.length / pageSize),
  };
}
