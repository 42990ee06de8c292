interface Ahead<T> {
  peek(): Promise<T | undefined>;
  take(): Promise<T | undefined>;
}

function aheadOf<T>(rows: AsyncIterable<T>): Ahead<T> {
  const iterator = rows[Symbol.asyncIterator]();
  let next: T | undefined;
  let loaded = false;
  const peek = async (): Promise<T | undefined> => {
    if (!loaded) {
      const result = await iterator.next();
      next = result.done === true ? undefined : result.value;
      loaded = true;
    }
    return next;
  };
  return {
    peek,
    take: async () => {
      const taken = await peek();
      loaded = false;
      return taken;
    },
  };
}

/** A stream and the key that it is sorted by, ascending. */
export interface Sorted<T> {
  readonly rows: AsyncIterable<T>;
  readonly keyOf: (row: T) => string;
}

export interface Met<Left, Right> {
  readonly key: string;
  readonly left: readonly Left[];
  readonly right: readonly Right[];
}

/** Brings the rows of two streams together by key; only those of one key are held at a time. */
export async function* meet<Left, Right>(
  left: Sorted<Left>,
  right: Sorted<Right>,
): AsyncGenerator<Met<Left, Right>> {
  const aheadLeft = aheadOf(left.rows);
  const aheadRight = aheadOf(right.rows);
  for (;;) {
    const leftKey = await keyAhead(aheadLeft, left.keyOf);
    const rightKey = await keyAhead(aheadRight, right.keyOf);
    const key = smaller(leftKey, rightKey);
    if (key === undefined) return;
    yield {
      key,
      left: leftKey === key ? await takeAll(aheadLeft, left.keyOf, key) : [],
      right: rightKey === key ? await takeAll(aheadRight, right.keyOf, key) : [],
    };
  }
}

async function keyAhead<T>(
  ahead: Ahead<T>,
  keyOf: (row: T) => string,
): Promise<string | undefined> {
  const row = await ahead.peek();
  return row === undefined ? undefined : keyOf(row);
}

async function takeAll<T>(
  ahead: Ahead<T>,
  keyOf: (row: T) => string,
  key: string,
): Promise<readonly T[]> {
  const taken: T[] = [];
  while ((await keyAhead(ahead, keyOf)) === key) {
    const row = await ahead.take();
    if (row !== undefined) taken.push(row);
  }
  return taken;
}

function smaller(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b;
  return b === undefined || a < b ? a : b;
}
