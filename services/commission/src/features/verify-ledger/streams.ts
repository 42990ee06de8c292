import type { Batches } from '../../store/ledger-audit.ts';

/** A stream and the key that it is sorted by, ascending. */
export interface Sorted<T> {
  readonly batches: Batches<T>;
  readonly keyOf: (row: T) => string;
}

/** Single rows as batches. */
export async function* asBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const row of rows) yield [row];
}

/** A sorted stream that exposes its next row; it awaits whole batches only. */
class Reader<T> {
  private readonly iterator: AsyncIterator<readonly T[]>;
  private readonly keyOf: (row: T) => string;
  private batch: readonly T[] = [];
  private at = 0;
  private isOver = false;

  constructor({ batches, keyOf }: Sorted<T>) {
    this.iterator = batches[Symbol.asyncIterator]();
    this.keyOf = keyOf;
  }

  /** Whether the next row is loaded, or the stream has ended. */
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

  /** The key of the next row; undefined at the end. */
  get key(): string | undefined {
    const row = this.batch[this.at];
    return row === undefined ? undefined : this.keyOf(row);
  }

  /** Takes the loaded rows with this key; the next batch may have more. */
  takeInto(taken: T[], key: string): void {
    for (;;) {
      const row = this.batch[this.at];
      if (row === undefined || this.keyOf(row) !== key) return;
      taken.push(row);
      this.at += 1;
    }
  }
}

export interface Joined<Left, Right> {
  readonly key: string;
  readonly left: readonly Left[];
  readonly right: readonly Right[];
}

/** Joins two sorted streams by key; only the rows of one key are in memory at a time. */
export async function joinByKey<Left, Right>(
  left: Sorted<Left>,
  right: Sorted<Right>,
  handle: (joined: Joined<Left, Right>) => void,
): Promise<void> {
  const leftReader = new Reader(left);
  const rightReader = new Reader(right);
  for (;;) {
    if (!leftReader.isReady) await leftReader.fill();
    if (!rightReader.isReady) await rightReader.fill();
    const key = smaller(leftReader.key, rightReader.key);
    if (key === undefined) return;
    const joined = { key, left: [] as Left[], right: [] as Right[] };
    // Awaits only where a batch ends within the key.
    const rest = takeAll(leftReader, joined.left, key);
    if (rest !== undefined) await rest;
    const restRight = takeAll(rightReader, joined.right, key);
    if (restRight !== undefined) await restRight;
    handle(joined);
  }
}

function takeAll<T>(reader: Reader<T>, taken: T[], key: string): Promise<void> | undefined {
  reader.takeInto(taken, key);
  return reader.isReady ? undefined : takeRest(reader, taken, key);
}

async function takeRest<T>(reader: Reader<T>, taken: T[], key: string): Promise<void> {
  while (!reader.isReady) {
    await reader.fill();
    reader.takeInto(taken, key);
  }
}

function smaller(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b;
  return b === undefined || a < b ? a : b;
}
