import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@tributary/errors';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<Item, Result> {
  /** Answers in the order of the items; an Error in a place is that item's failure alone. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;
  readonly maxItems: number;
  /** Items that may wait; beyond it `add` is refused at once. */
  readonly maxWaiting: number;
}

/** When all that has arrived is read: callers on other connections come in the same turn of the event loop. */
const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Natural batching: what gathers while one run is under way goes with the next, so batches grow with
 * the load and a single item waits for nothing. Runs happen outside any request's context.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  const { run, maxItems, maxWaiting } = options;
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Waiting<Item, Result>[] = [];
  let running = false;

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
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
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      // A promise alone would let the first connection that is read go without the others.
      await turnEnd();
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await settle(batch);
    }
    running = false;
  };

  return {
    add: (item: Item): Promise<Result> => {
      if (waiting.length >= maxWaiting) {
        const message = 'Too many calls wait at the moment';
        return Promise.reject(unavailable('too_busy', { message, retryAfterSeconds: 1 }));
      }
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (running) return;
        running = true;
        void outside(drain);
      });
    },
  };
}
