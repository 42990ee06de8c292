import type { Batches } from '../../store/ledger-audit.ts';

/** A stream and the key that it is sorted by, ascending. */
export interface Sorted<T> {
  readonly batches: Batches<T>;
  readonly keyOf: (row: T) => string;
}

/** Rows that are made one by one, as batches. */
export async function* oneByOne<T>(rows: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const row of rows) yield [row];
}

/** A sorted stream with its next row at hand; promises are made for batches only. */
class Ahead<T> {
  private readonly iterator: AsyncIterator<readonly T[]>;
  private readonly keyOf: (row: T) => string;
  private batch: readonly T[] = [];
  private at = 0;
  private isOver = false;

  constructor({ batches, keyOf }: Sorted<T>) {
    this.iterator = batches[Symbol.asyncIterator]();
    this.keyOf = keyOf;
  }

  /** Whether there is a row at hand, or none will come. */
  get isReady(): boolean {
    return this.isOver || this.at < this.batch.length;
  }

  async fill(): Promise<void> {
    while (!this.isReady) {
      const result = await this.iterator.next();
      this.at = 0;
      this.batch = result.done === true ? [] : result.value;
      this.isOver = result.done === true;
    }
  }

  /** The key of the row at hand; undefined at the end. */
  get key(): string | undefined {
    const row = this.batch[this.at];
    return row === undefined ? undefined : this.keyOf(row);
  }

  /** Takes the rows at hand that have this key; there may be more after the next `fill`. */
  takeInto(taken: T[], key: string): void {
    for (;;) {
      const row = this.batch[this.at];
      if (row === undefined || this.keyOf(row) !== key) return;
      taken.push(row);
      this.at += 1;
    }
  }
}

export interface Met<Left, Right> {
  readonly key: string;
  readonly left: readonly Left[];
  readonly right: readonly Right[];
}

/** Brings the rows of two streams together by key; only those of one key are held at a time. */
export async function meet<Left, Right>(
  left: Sorted<Left>,
  right: Sorted<Right>,
  handle: (met: Met<Left, Right>) => void,
): Promise<void> {
  const aheadLeft = new Ahead(left);
  const aheadRight = new Ahead(right);
  for (;;) {
    if (!aheadLeft.isReady) await aheadLeft.fill();
    if (!aheadRight.isReady) await aheadRight.fill();
    const key = smaller(aheadLeft.key, aheadRight.key);
    if (key === undefined) return;
    const met = { key, left: [] as Left[], right: [] as Right[] };
    // Awaited only where a batch ends in the middle.
    const rest = takeAll(aheadLeft, met.left, key);
    if (rest !== undefined) await rest;
    const restRight = takeAll(aheadRight, met.right, key);
    if (restRight !== undefined) await restRight;
    handle(met);
  }
}

function takeAll<T>(ahead: Ahead<T>, taken: T[], key: string): Promise<void> | undefined {
  ahead.takeInto(taken, key);
  return ahead.isReady ? undefined : takeRest(ahead, taken, key);
}

async function takeRest<T>(ahead: Ahead<T>, taken: T[], key: string): Promise<void> {
  while (!ahead.isReady) {
    await ahead.fill();
    ahead.takeInto(taken, key);
  }
}

function smaller(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b;
  return b === undefined || a < b ? a : b;
}
