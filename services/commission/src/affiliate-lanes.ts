import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '@tributary/errors';

/**
 * One lane per affiliate: within this process, work on one affiliate's balance runs one after the
 * other, because transactions that meet on a document fail at once and would only be repeated. The
 * database guards what is right; the lanes only spare it the fights.
 */
export interface AffiliateLanes {
  /** Runs `work` while none other of these affiliates runs. Never call it inside such work. */
  run<T>(affiliateIds: readonly string[], work: () => Promise<T>): Promise<T>;
}

/** @param concurrency how much work of different affiliates runs at once */
export function openAffiliateLanes(concurrency: number): AffiliateLanes {
  const ends = new Map<string, Promise<unknown>>();
  const permits = openPermits(concurrency);
  return {
    run: <T>(affiliateIds: readonly string[], work: () => Promise<T>): Promise<T> => {
      const ids = [...new Set(affiliateIds)];
      // All lanes are entered in one moment, so two works never wait for each other.
      const before = ids.map((id) => ends.get(id) ?? Promise.resolve());
      const result = Promise.all(before).then(() => permits.run(work));
      const end = result.then(nothing, nothing);
      for (const id of ids) ends.set(id, end);
      void end.then(() => {
        for (const id of ids) if (ends.get(id) === end) ends.delete(id);
      });
      return result;
    },
  };
}

const nothing = (): void => undefined;

/** Lets `count` works run at once; the others wait, in order. */
export function openPermits(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

export interface GatheringOptions<Item, Result> {
  readonly lanes: AffiliateLanes;
  /** Items that one piece of work takes at most. */
  readonly atMost: number;
  /** Items that may wait; above that new ones are refused. */
  readonly maxWaiting: number;
  /** Does all of them or, when it throws, none; answers in their order. */
  readonly runTogether: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether, after this error, some of them may succeed alone. */
  readonly isOneAtFault: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers what comes in for the same affiliates while their lane is busy, and does it together: one
 * transaction instead of many, without waiting for anything that is not there yet.
 */
export function openGathering<Item, Result>(options: GatheringOptions<Item, Result>) {
  const { lanes, atMost, maxWaiting, runTogether, isOneAtFault } = options;
  // What is done together belongs to no single caller: neither its log context nor its once-key.
  const outside = AsyncLocalStorage.snapshot();
  const gathered = new Map<string, Waiting<Item, Result>[]>();
  let waitingCount = 0;

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await runTogether(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined) reject(new Error('A gathered item has no result'));
        else resolve(result);
      });
    } catch (error) {
      if (batch.length > 1 && isOneAtFault(error)) {
        for (const one of batch) await settle([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  };

  const drain = (key: string, affiliateIds: readonly string[]): void => {
    void lanes.run(affiliateIds, async () => {
      const waiting = gathered.get(key) ?? [];
      const batch = waiting.splice(0, atMost);
      waitingCount -= batch.length;
      if (waiting.length === 0) gathered.delete(key);
      else drain(key, affiliateIds);
      await settle(batch);
    });
  };

  return {
    /** @throws unavailable `too_busy` where too much waits already */
    submit: (affiliateIds: readonly string[], item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        if (waitingCount >= maxWaiting) {
          reject(unavailable('too_busy', { retryAfterSeconds: 1 }));
          return;
        }
        waitingCount += 1;
        const key = [...affiliateIds].sort().join(',');
        const waiting = gathered.get(key);
        if (waiting !== undefined) {
          waiting.push({ item, resolve, reject });
          return;
        }
        gathered.set(key, [{ item, resolve, reject }]);
        outside(drain, key, affiliateIds);
      }),
  };
}
