import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@tributary/errors';
import type { AffiliateQueues } from './affiliate-queues.ts';

export interface BatcherOptions<Item, Result> {
  readonly affiliateQueues: AffiliateQueues;
  /** Most items of one batch. */
  readonly maxItems: number;
  /** Most items that wait; further ones are refused. */
  readonly maxWaiting: number;
  /** Handles all items or, when it throws, none; returns one result per item, in their order. */
  readonly runBatch: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether some items of a batch that failed with this error may succeed alone. */
  readonly retrySeparately: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items that arrive for the same affiliates while their queues are busy, and handles them as one batch: one
 * transaction instead of many, without a delay for items that have not arrived.
 */
export function openBatcher<Item, Result>(options: BatcherOptions<Item, Result>) {
  const { affiliateQueues, maxItems, maxWaiting, runBatch, retrySeparately } = options;
  // A batch belongs to no single caller: it must not run with one caller's log context or once-key.
  const runOutside = AsyncLocalStorage.snapshot();
  const collected = new Map<string, Waiting<Item, Result>[]>();
  let waitingCount = 0;

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await runBatch(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('An item of a batch has no result'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1 && retrySeparately(error)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  };

  const drain = (key: string, affiliateIds: readonly string[]): void => {
    void affiliateQueues.run(affiliateIds, async () => {
      const waiting = collected.get(key) ?? [];
      const batch = waiting.splice(0, maxItems);
      waitingCount -= batch.length;
      if (waiting.length === 0) collected.delete(key);
      else drain(key, affiliateIds);
      await settle(batch);
    });
  };

  return {
    /** @throws unavailable `too_busy` where `maxWaiting` items wait */
    submit: (affiliateIds: readonly string[], item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (waitingCount >= maxWaiting) {
          reject(unavailable('too_busy', { retryAfterSeconds: 1 }));
          return;
        }
        waitingCount += 1;
        const key = [...affiliateIds].sort().join(',');
        const waiting = collected.get(key);
        if (waiting !== undefined) {
          waiting.push({ item, resolve, reject });
          return;
        }
        collected.set(key, [{ item, resolve, reject }]);
        runOutside(drain, key, affiliateIds);
      }),
  };
}
