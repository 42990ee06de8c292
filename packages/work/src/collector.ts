import { AsyncLocalStorage } from 'node:async_hooks';
import { turnEnd } from './turn-end.ts';

interface CollectorOptions<Item> {
  /** Settles every item itself. @throws never */
  readonly run: (items: readonly Item[]) => Promise<void>;
  readonly maxItems: number;
  /** Items that may wait; beyond it `add` refuses. */
  readonly maxWaiting: number;
}

/**
 * Like a batcher, for items that have a callback instead of a promise: for calls so frequent that a promise
 * for each is a cost. Items that arrive during a run go with the next.
 */
export function createCollector<Item>({ run, maxItems, maxWaiting }: CollectorOptions<Item>) {
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Item[] = [];
  let isRunning = false;

  const takeBatch = (): Item[] => {
    const batch = waiting;
    waiting = batch.length > maxItems ? batch.splice(maxItems) : [];
    return batch;
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      await turnEnd();
      await run(takeBatch());
    }
    isRunning = false;
  };

  return {
    /** False where too many items wait; the item is then not taken. */
    add: (item: Item): boolean => {
      if (waiting.length >= maxWaiting) return false;
      waiting.push(item);
      if (!isRunning) {
        isRunning = true;
        void outside(drain);
      }
      return true;
    },
  };
}
