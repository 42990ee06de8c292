import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@tributary/errors';
import type { KeyLock } from './key-lock.ts';
import { turnEnd } from './turn-end.ts';

/** Returns results in the order of the items; an Error is the failure of that item alone. */
export type RunBatch<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (Result | Error)[]>;

interface BatcherOptions<Item, Result> {
  readonly run: RunBatch<Item, Result>;
  readonly maxItems: number;
  /** How many items one counts as; default 1. A heavier one than `maxItems` runs alone. */
  readonly weightOf?: (item: Item) => number;
  /** Items that may wait; beyond it `add` is refused at once. */
  readonly maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs together the items that arrived during the last run: batches grow with the load, and a single
 * item waits for no timer. A run belongs to no request, so it has no request's context.
 * `atOnce` runs may be under way at the same time; default 1.
 */
export function createBatcher<Item, Result>({
  atOnce = 1,
  run,
  ...options
}: BatcherOptions<Item, Result> & { readonly atOnce?: number }) {
  // A promise alone would begin with the first connection's item and leave the others to the next run.
  const lock: KeyLock = (_keys, work) => turnEnd().then(work);
  let queue = 0;
  const runInQueue: typeof run = (items) => {
    // What arrives from now on waits for the run of the next queue.
    queue = (queue + 1) % atOnce;
    return run(items);
  };
  const batcher = createKeyedBatcher({ ...options, run: runInQueue, lock });
  return { add: (item: Item): Promise<Result> => batcher.add([String(queue)], item) };
}

/**
 * Runs together, under the lock of their keys, the items with the same keys that arrived before the lock was
 * free. `maxWaiting` bounds the items of all keys.
 */
export function createKeyedBatcher<Item, Result>(
  options: BatcherOptions<Item, Result> & { readonly lock: KeyLock },
) {
  const { run, maxItems, maxWaiting, lock, weightOf = () => 1 } = options;
  const outside = AsyncLocalStorage.snapshot();
  const queues = new Map<string, Waiting<Item, Result>[]>();
  let waiting = 0;

  const runNext = (queue: Waiting<Item, Result>[]): Promise<void> => {
    const batch = queue.splice(0, countWithin(queue, maxItems, weightOf));
    waiting -= batch.length;
    return settle(run, batch);
  };

  const drain = async (name: string, keys: readonly string[]): Promise<void> => {
    const queue = queues.get(name) ?? [];
    // Other work on these keys runs between two batches.
    while (queue.length > 0) await lock(keys, () => runNext(queue));
    queues.delete(name);
  };

  return {
    /** @throws unavailable `too_busy` where too many items wait */
    add: (keys: readonly string[], item: Item): Promise<Result> => {
      if (waiting >= maxWaiting) {
        const message = 'Too many calls wait at the moment';
        return Promise.reject(unavailable('too_busy', { message, retryAfterSeconds: 1 }));
      }
      waiting += 1;
      return new Promise<Result>((resolve, reject) => {
        const name = keys.toSorted().join(',');
        const queue = queues.get(name);
        if (queue === undefined) {
          queues.set(name, [{ item, resolve, reject }]);
          void outside(drain, name, keys);
        } else queue.push({ item, resolve, reject });
      });
    },
  };
}

/** How many of the first items weigh `maxItems` together; at least one. */
function countWithin<Item>(
  queue: readonly { readonly item: Item }[],
  maxItems: number,
  weightOf: (item: Item) => number,
): number {
  let weight = 0;
  const end = queue.findIndex(({ item }) => (weight += weightOf(item)) > maxItems);
  return end === -1 ? queue.length : Math.max(1, end);
}

async function settle<Item, Result>(
  run: RunBatch<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, entry] of batch.entries()) {
      const result = results[index];
      if (result instanceof Error) entry.reject(result);
      else entry.resolve(result as Result);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/**
 * Runs a batch that has no effect where it throws. Where the error may be due to one item, each item runs alone,
 * so that it fails no other.
 */
export const runOrSplit =
  <Item, Result>(
    run: RunBatch<Item, Result>,
    mayBeDueToOne: (error: unknown) => boolean,
  ): RunBatch<Item, Result> =>
  async (items) => {
    try {
      return await run(items);
    } catch (error) {
      if (items.length === 1 || !mayBeDueToOne(error)) throw error;
    }
    const results: (Result | Error)[] = [];
    for (const item of items) results.push(...(await run([item]).catch(failed)));
    return results;
  };

const failed = (error: unknown): [Error] => [
  error instanceof Error ? error : new Error(String(error)),
];
