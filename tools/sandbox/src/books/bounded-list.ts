/** The newest entries, within a number and a number of bytes; `total` counts all that ever came. */
export type BoundedList<Item> = Readonly<{
  add(item: Item): void;
  newestFirst(): readonly Item[];
  total(): number;
  bytes(): number;
  /** Lets the oldest entry go. @returns its size, 0 where there is none */
  dropOldest(): number;
  clear(): void;
}>;

export function createBoundedList<Item>(
  limits: Readonly<{ items: number; bytes: number }>,
  sizeOf: (item: Item) => number,
): BoundedList<Item> {
  let items: Item[] = [];
  let bytes = 0;
  let total = 0;

  function dropOldest(): number {
    const oldest = items.shift();
    const size = oldest === undefined ? 0 : sizeOf(oldest);
    bytes -= size;
    return size;
  }

  return {
    add: (item) => {
      items.push(item);
      bytes += sizeOf(item);
      total += 1;
      while (items.length > limits.items || (bytes > limits.bytes && items.length > 1)) {
        dropOldest();
      }
    },
    newestFirst: () => items.toReversed(),
    total: () => total,
    bytes: () => bytes,
    dropOldest,
    clear: () => {
      items = [];
      bytes = 0;
      total = 0;
    },
  };
}
