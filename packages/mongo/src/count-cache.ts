import { withTimeout, keepLastUsed } from '@tributary/work';

export interface CountCacheOptions {
  /** Counts up to this are never cached. */
  readonly exactUpTo: number;
  /** The age from which a call refreshes a larger count in the background, ms. */
  readonly freshMs: number;
  /** The age from which a call waits for a new count, ms. */
  readonly staleMs: number;
  /** The longest such wait, ms: then a call gets the last count, and the next one the new. */
  readonly waitMs: number;
}

/** Counts the documents of a list; with a limit no more than so many. */
export type Count = (limit?: number) => Promise<number>;

export interface CountCache {
  /** @param key identifies the list */
  countOf(key: string, count: Count): Promise<number>;
}

const MAX_ENTRIES = 10_000;

/**
 * Caches the counts of long lists, because counting a million keys takes longer than reading a page. Short lists are
 * counted exactly each time; the totals of long ones may be some seconds old, those of very long ones as old as the last call.
 */
export function openCountCache(options: CountCacheOptions): CountCache {
  const { exactUpTo, freshMs, staleMs, waitMs } = options;
  const known = keepLastUsed<{ readonly total: number; readonly at: number }>({
    max: MAX_ENTRIES,
  });
  const counting = new Map<string, Promise<number>>();
  const countAll = (key: string, count: Count): Promise<number> => {
    const running = counting.get(key);
    if (running !== undefined) return running;
    const started = count()
      .then((total) => {
        known.set(key, { total, at: performance.now() });
        return total;
      })
      .finally(() => counting.delete(key));
    counting.set(key, started);
    return started;
  };
  return {
    countOf: async (key, count) => {
      const last = known.get(key);
      if (last !== undefined && last.total > exactUpTo) {
        const ageMs = performance.now() - last.at;
        if (ageMs > staleMs) return withTimeout(waitMs, countAll(key, count), () => last.total);
        // After a failure the next caller tries again.
        if (ageMs > freshMs) countAll(key, count).catch(() => undefined);
        return last.total;
      }
      const few = await count(exactUpTo + 1);
      return few <= exactUpTo ? few : countAll(key, count);
    },
  };
}
