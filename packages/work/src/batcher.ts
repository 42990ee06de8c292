import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@tributary/errors';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<Item, Result> {
  /** Returns results in the order of the items; an Error is the failure of that item alone. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;
  readonly maxItems: number;
  /** Items that may wait; beyond it `add` is refused at once. */
  readonly maxWaiting: number;
}

/** Resolves when the sockets that are ready have been read: other connections’ callers come in the same turn of the event loop. */
const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs together the items that arrived during the last run: batches grow with the load, and a single
 * item waits for no timer. A run belongs to no request, so it has no request's context.
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
      // A promise alone would begin with the first connection's item and leave the others to the next run.
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
